// swift-tools-version: 6.1
import PackageDescription

let navStore = Target.Dependency.product(name: "NavStore", package: "NavStore")
let navRouting = Target.Dependency.product(name: "NavRouting", package: "NavStore")
let navStoreInspection = Target.Dependency.product(
  name: "NavStoreInspection", package: "NavStore")

// The parts of the report's page. They are embedded in the program, so that one file can be copied
// to any machine. A resource bundle would have to be next to the program.
let page = [
  "report.html", "report.css", "data.js", "layout.js", "camera.js", "overview.js", "tree.js",
  "list.js", "details.js",
  "timeline.js",
  "items.js", "scenes.js", "search.js", "main.js",
]

// These programs use the library's `package` declarations. So they are compiled under the name that
// the package manager gives the library, which is the name of its folder.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
let library = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
let internals = SwiftSetting.unsafeFlags(["-package-name", library])

// A package of its own, so that the library depends on nothing.
let package = Package(
  name: "Tools",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "navstore", targets: ["NavStoreTool"])],
  dependencies: [
    .package(name: "NavStore", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    // NB: not `CSQLite`, which is a module of the root package.
    .systemLibrary(
      name: "CToolSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .yum(["sqlite-devel"]), .brew(["sqlite"])]
    ),

    // NB: the module cannot be called as the program is: `NavStore` has that name already on a file
    // system that makes no difference between upper and lower case.
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
