// swift-tools-version: 6.1
import PackageDescription

// An app that links an SQLite of its own. The script `check` builds and tests it.
let package = Package(
  name: "Own",
  dependencies: [.package(name: "NavStore", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Own", dependencies: [.product(name: "NavStore", package: "NavStore")])
  ]
)
