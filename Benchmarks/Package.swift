// swift-tools-version: 6.1
import PackageDescription

let navStore = Target.Dependency.product(name: "NavStore", package: "NavStore")
let navStoreInspection = Target.Dependency.product(
  name: "NavStoreInspection", package: "NavStore")
let navRouting = Target.Dependency.product(name: "NavRouting", package: "NavStore")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

// A package of its own, so that the library depends on nothing.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "NavStore", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    .target(name: "CFloor", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "Shop"),
    .target(name: "Floors", dependencies: ["CFloor", "Shop"]),
    .executableTarget(
      name: "navstore-compare",
      dependencies: [
        "CFloor", "Floors", "Shop", navStore, navStoreInspection, navRouting, grdb,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),

        // Not linked: rows start them, so they must be built and beside it.
        "launch-nothing", "launch-navstore", "launch-navrouting", "launch-grdb", "navstore-steps",
      ]
    ),
    .executableTarget(name: "launch-nothing", dependencies: ["Shop"]),
    .executableTarget(name: "launch-navstore", dependencies: ["Shop", navStore]),
    .executableTarget(name: "launch-navrouting", dependencies: ["Shop", navStore, navRouting]),
    .executableTarget(name: "launch-grdb", dependencies: ["Shop", grdb]),
    .executableTarget(
      name: "navstore-steps",
      dependencies: ["Floors", "Shop", navStore, navStoreInspection, navRouting]),
    .executableTarget(
      name: "navstore-waits", dependencies: ["CFloor", navStore, navStoreInspection]),
  ],
  swiftLanguageModes: [.v6]
)
