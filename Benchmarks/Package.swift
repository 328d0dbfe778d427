// swift-tools-version: 6.1
import PackageDescription

let navStore = Target.Dependency.product(name: "NavStore", package: "NavStore")
let navStoreInspection = Target.Dependency.product(
  name: "NavStoreInspection", package: "NavStore")
let navRouting = Target.Dependency.product(name: "NavRouting", package: "NavStore")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

// The programs use `package` declarations of NavStore, which is another package. They are therefore
// compiled under NavStore's package name. SwiftPM derives that name from the name of NavStore's
// folder.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
let library = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
let internals = SwiftSetting.unsafeFlags(["-package-name", library])

// The benchmarks are a package of their own, so that NavStore's package doesn't depend on GRDB.
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
    .target(name: "Shop", packageAccess: false, swiftSettings: [internals]),
    .target(
      name: "Floors", dependencies: ["CFloor", "Shop"],
      packageAccess: false, swiftSettings: [internals]),
    .target(
      name: "Peers", dependencies: ["Shop", grdb],
      packageAccess: false, swiftSettings: [internals]),
    .executableTarget(
      name: "navstore-compare",
      dependencies: [
        "CFloor", "Floors", "Peers", "Shop", navStore, navStoreInspection, navRouting, grdb,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),

        // `navstore-compare` starts these programs as processes and doesn't link them. The
        // dependency makes SwiftPM build them into the folder of `navstore-compare`.
        "launch-nothing", "launch-navstore", "launch-navrouting", "launch-grdb", "navstore-steps",
      ],
      packageAccess: false, swiftSettings: [internals]),
    .executableTarget(
      name: "launch-nothing", dependencies: ["Shop"],
      packageAccess: false, swiftSettings: [internals]),
    .executableTarget(
      name: "launch-navstore", dependencies: ["Shop", navStore],
      packageAccess: false, swiftSettings: [internals]),
    .executableTarget(
      name: "launch-navrouting", dependencies: ["Shop", navStore, navRouting],
      packageAccess: false, swiftSettings: [internals]),
    .executableTarget(
      name: "launch-grdb", dependencies: ["Peers", "Shop"],
      packageAccess: false, swiftSettings: [internals]),
    .executableTarget(
      name: "navstore-steps",
      dependencies: ["Floors", "Peers", "Shop", navStore, navStoreInspection, navRouting],
      packageAccess: false, swiftSettings: [internals]),
    .executableTarget(
      name: "navstore-waits", dependencies: ["CFloor", navStore, navStoreInspection],
      packageAccess: false, swiftSettings: [internals]),
  ],
  swiftLanguageModes: [.v6]
)
