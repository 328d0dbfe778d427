// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Reader",
  dependencies: [.package(name: "NavStore", path: "../.."), .package(path: "../GTK")],
  targets: [
    .executableTarget(
      name: "Reader",
      dependencies: [
        .product(name: "GTKHelpers", package: "GTK"),
        .product(name: "NavRouting", package: "NavStore"),
      ],
      resources: [.copy("Feeds")])
  ],
  swiftLanguageModes: [.v6]
)
