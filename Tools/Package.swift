// swift-tools-version: 6.1
import PackageDescription

let navStore = Target.Dependency.product(name: "NavStore", package: "NavStore")
let navRouting = Target.Dependency.product(name: "NavRouting", package: "NavStore")
let navStoreInspection = Target.Dependency.product(
  name: "NavStoreInspection", package: "NavStore")

// The files that make up the page of `navstore report`. They are compiled into the program, so that
// the program is one file that can be copied to any machine. A resource bundle would be a second
// file.
let page = [
  "report.html", "report.css", "data.js", "layout.js", "camera.js", "overview.js", "tree.js",
  "list.js", "details.js",
  "timeline.js",
  "items.js", "scenes.js", "search.js", "main.js",
]

// The programs use `package` declarations of NavStore, which is another package. They are therefore
// compiled under NavStore's package name. SwiftPM derives that name from the name of NavStore's
// folder.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
let library = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
let internals = SwiftSetting.unsafeFlags(["-package-name", library])

// The tools are a package of their own, so that NavStore's package doesn't depend on the packages
// that the tools use.
let package = Package(
  name: "Tools",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "navstore", targets: ["NavStoreTool"])],
  dependencies: [
    .package(name: "NavStore", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    // NB: The name can't be `CSQLite`, because NavStore's package has a module of that name.
    .systemLibrary(
      name: "CToolSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .yum(["sqlite-devel"]), .brew(["sqlite"])]
    ),

    // NB: The module can't have the program's name, `navstore`. On a file system that ignores case,
    // that is also the name of the module `NavStore`.
    .executableTarget(
      name: "NavStoreTool",
      dependencies: [
        "CToolSQLite", navStore, navStoreInspection,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: page.map { .embedInCode("Report/Page/\($0)") },
      packageAccess: false, swiftSettings: [internals]),
    .target(
      name: "SampleStores", dependencies: [navRouting, navStoreInspection],
      packageAccess: false, swiftSettings: [internals]),
    .executableTarget(name: "navstore-sample", dependencies: ["SampleStores"]),
    .testTarget(
      name: "NavStoreToolTests",
      dependencies: [
        "NavStoreTool", "SampleStores", "CToolSQLite", navStore, navStoreInspection,
        .product(name: "NavStoreTesting", package: "NavStore"),
      ],
      packageAccess: false, swiftSettings: [internals]),
  ],
  swiftLanguageModes: [.v6]
)
