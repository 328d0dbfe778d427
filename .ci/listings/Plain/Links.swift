import FoundationEssentials
import NavRouting

enum Links {
  func patterns() {
    _ = NavDeepLinks<AppRoute>(schemes: ["app"], hosts: []) {
      //= NavLinkPattern.swift 1
    }
  }
}
