// swift-tools-version: 6.0
import PackageDescription

// An app that links NavStore and SQLCipher. The script `check` builds and tests it.
let package = Package(
  name: "Keyed",
  dependencies: [.package(name: "NavStore", path: "../..")],
  targets: [
    .systemLibrary(name: "CSQLCipher"),
    .executableTarget(
      name: "Keyed", dependencies: ["CSQLCipher", .product(name: "NavStore", package: "NavStore")]),
  ]
)
