// swift-tools-version: 6.1
import PackageDescription

// The targets have resources only on Apple's systems. On other systems, the code that SwiftPM
// generates for resources would import all of Foundation. The strings are the localized labels of
// NavRouting's buttons. Only NavStore has a privacy manifest, because only this target uses APIs
// for which Apple requires a reason.
#if os(macOS)
  let strings = (exclude: [String](), resources: [Resource.process("Resources")])
  let privacyManifest = (exclude: [String](), resources: [Resource.copy("PrivacyInfo.xcprivacy")])
#else
  let strings = (exclude: ["Resources"], resources: [Resource]())
  let privacyManifest = (exclude: ["PrivacyInfo.xcprivacy"], resources: [Resource]())
#endif

// A target may import only the targets to which arrows lead from it, also over other targets. The
// dependencies below enforce this rule:
//
//   navstore-demo → NavStoreInspection → NavRouting → NavStore → NavStoreMigrations
//                                        NavStoreTesting ↗        → NavStoreSQLite → CSQLite
//
// All these targets may import NavStorePlatform, which imports no target of this package.
// NavStoreInspection imports NavRouting for its SwiftUI view only.
let package = Package(
  name: "NavStore",
  defaultLocalization: "en",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "NavStore", targets: ["NavStore"]),
    .library(name: "NavRouting", targets: ["NavRouting"]),
    .library(name: "NavStoreInspection", targets: ["NavStoreInspection"]),
    .library(name: "NavStoreTesting", targets: ["NavStoreTesting"]),
    .executable(name: "navstore-demo", targets: ["navstore-demo"]),
  ],
  traits: [
    .trait(
      name: "SystemSQLite",
      description: """
        Links the system's SQLite. Disable it in an app that links an SQLite of its own, 3.39 or later, such as \
        SQLCipher: two of them in one program answer each other's calls.
        """),
    .default(enabledTraits: ["SystemSQLite"]),
  ],
  targets: [
    // The module of SQLite's header. It links no library, and neither does its module map. The
    // target NavStoreSQLite links the system's library if the trait SystemSQLite is on.
    .systemLibrary(
      name: "CSQLite",
      providers: [.apt(["libsqlite3-dev"]), .yum(["sqlite-devel"]), .brew(["sqlite"])]
    ),
    .target(name: "NavStorePlatform"),
    .target(
      name: "NavStoreSQLite",
      dependencies: ["CSQLite", "NavStorePlatform"],
      linkerSettings: [.linkedLibrary("sqlite3", .when(traits: ["SystemSQLite"]))]
    ),
    .target(name: "NavStoreMigrations", dependencies: ["NavStoreSQLite"]),
    .target(
      name: "NavStore",
      dependencies: ["NavStoreSQLite", "NavStoreMigrations", "NavStorePlatform"],
      exclude: privacyManifest.exclude,
      resources: privacyManifest.resources
    ),
    .target(
      name: "NavRouting",
      dependencies: ["NavStore", "NavStorePlatform"],
      exclude: strings.exclude,
      resources: strings.resources
    ),
    .target(
      name: "NavStoreInspection",
      dependencies: [
        "NavStore", "NavStoreSQLite", "NavStorePlatform",
        .target(
          name: "NavRouting",
          condition: .when(platforms: [
            .iOS, .macCatalyst, .macOS, .tvOS, .watchOS, .visionOS,
          ])),
      ]
    ),
    .target(name: "NavStoreTesting", dependencies: ["NavStore", "NavStorePlatform"]),
    .executableTarget(
      name: "navstore-demo",
      dependencies: ["NavRouting", "NavStoreInspection", "NavStorePlatform"]),

    .testTarget(
      name: "NavStoreSQLiteTests", dependencies: ["NavStoreSQLite", "TestSupport"]),
    .testTarget(
      name: "NavStoreMigrationsTests",
      dependencies: ["NavStoreMigrations", "NavStoreSQLite"]
    ),
    .testTarget(
      name: "NavStoreTests",
      dependencies: [
        "NavStore", "NavStoreInspection", "NavStoreTesting", "NavStoreSQLite",
        "NavStoreMigrations", "TestSupport", "FaultVFS", "reliability-worker",
      ],
      resources: [.copy("Fixtures")]
    ),
    .executableTarget(
      name: "restore-crasher",
      dependencies: ["NavRouting", "NavStoreInspection", "NavStoreTesting", "TestSupport"],
      path: "Tests/Helpers/restore-crasher"
    ),
    .executableTarget(
      name: "reliability-worker",
      dependencies: [
        "NavStore", "NavStoreInspection", "NavStoreMigrations", "NavStoreSQLite", "FaultVFS",
      ],
      path: "Tests/Helpers/reliability-worker"
    ),
    .executableTarget(
      name: "loop-app", dependencies: ["NavRouting"], path: "Tests/Helpers/loop-app"),
    .executableTarget(
      name: "loop-app-async", dependencies: ["NavRouting"], path: "Tests/Helpers/loop-app-async"),
    .target(
      name: "TestSupport", dependencies: ["NavStore", "NavStoreInspection"],
      path: "Tests/Helpers/TestSupport"),
    .target(name: "FaultVFS", dependencies: ["CSQLite"], path: "Tests/Helpers/FaultVFS"),
    .testTarget(
      name: "NavRoutingTests",
      dependencies: [
        "NavRouting", "NavStore", "NavStoreInspection", "NavStoreTesting", "NavStoreSQLite",
        "restore-crasher", "loop-app", "loop-app-async", "TestSupport", "FaultVFS",
      ]
    ),
    .testTarget(
      name: "NavStoreInspectionTests",
      dependencies: [
        "NavStoreInspection", "NavStore", "NavStoreTesting", "NavStoreSQLite", "TestSupport",
      ]
    ),
    .testTarget(
      name: "NavStoreTestingTests",
      dependencies: ["NavStoreTesting", "NavStore", "NavStoreInspection", "TestSupport"]),
    .testTarget(
      name: "NavStoreDemoTests",
      dependencies: ["navstore-demo", "NavStore", "TestSupport"]
    ),
  ],
  swiftLanguageModes: [.v6]
)
