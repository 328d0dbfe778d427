// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "GTK",
  products: [.library(name: "GTKHelpers", targets: ["GTKHelpers"])],
  targets: [
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .target(name: "GTKHelpers", dependencies: ["CGTK"]),
  ],
  swiftLanguageModes: [.v6]
)
