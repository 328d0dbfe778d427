import FoundationEssentials
import NavRouting

enum Links {
  func patterns() {
    _ = NavDeepLinks<AppRoute>(schemes: ["app"], hosts: []) {
      //= NavLinkPattern.swift 1
    }
    _ = NavDeepLinks<AnyNavRoute>(schemes: ["app"]) {
      //= NavLinkPattern.swift 2
    }
  }
}
