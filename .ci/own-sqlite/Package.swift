// swift-tools-version: 6.1
import PackageDescription

// An app with its own SQLite: see `check`.
let package = Package(
  name: "Own",
  dependencies: [.package(name: "NavStore", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Own", dependencies: [.product(name: "NavStore", package: "NavStore")])
  ]
)
