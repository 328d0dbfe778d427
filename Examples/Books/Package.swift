// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Books",
  dependencies: [.package(name: "NavStore", path: "../..")],
  targets: [
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .executableTarget(
      name: "Books", dependencies: ["CGTK", .product(name: "NavRouting", package: "NavStore")]),
  ],
  swiftLanguageModes: [.v6]
)
