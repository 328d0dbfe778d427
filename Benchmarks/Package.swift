// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the library depends on nothing.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "NavStore", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    .target(name: "CFloor", linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "navstore-compare",
      dependencies: [
        "CFloor",
        .product(name: "NavStore", package: "NavStore"),
        .product(name: "NavRouting", package: "NavStore"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
