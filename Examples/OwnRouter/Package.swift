// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "OwnRouter",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [.library(name: "OwnRouter", targets: ["OwnRouter"])],
  dependencies: [.package(name: "NavStore", path: "../..")],
  targets: [
    .target(
      name: "OwnRouter", dependencies: [.product(name: "NavRouting", package: "NavStore")])
  ],
  swiftLanguageModes: [.v6]
)
