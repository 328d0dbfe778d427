import FoundationEssentials
import NavRouting

enum Links {
  //= NavLinkValue.swift 1

  func match(url: URL) throws {
    //= NavLinks.swift 1
  }

  func patterns() {
    _ = NavLinks<AppRoute>(schemes: ["app"], hosts: []) {
      //= NavPattern.swift 1
    }
  }
}
