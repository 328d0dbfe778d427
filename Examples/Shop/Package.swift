// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Shop",
  platforms: [.iOS(.v17), .macOS(.v14), .visionOS(.v1)],
  dependencies: [.package(name: "NavStore", path: "../..")],
  targets: [
    .executableTarget(
      name: "Shop", dependencies: [.product(name: "NavRouting", package: "NavStore")])
  ],
  swiftLanguageModes: [.v6]
)
