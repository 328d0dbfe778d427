// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Books",
  dependencies: [.package(name: "NavStore", path: "../.."), .package(path: "../GTK")],
  targets: [
    .executableTarget(
      name: "Books",
      dependencies: [
        .product(name: "GTKHelpers", package: "GTK"),
        .product(name: "NavRouting", package: "NavStore"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
