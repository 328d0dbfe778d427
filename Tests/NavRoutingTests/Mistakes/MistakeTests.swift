import Foundation
import TestSupport
import Testing

/// The compiler's messages for mistakes that an app's author is likely to make. The library's
/// declarations are chosen so that the compiler reports each mistake with a helpful message.
@Suite("Mistakes that the compiler finds", .enabled(if: Compiler.here != nil))
struct MistakeTests {
  private struct Mistake {
    let name: String
    let code: String

    /// The messages that the compiler must report. Each is a part of one line of its output.
    let words: [String]
  }

  private static let correct = """
    import NavRouting
    import NavStore

    enum AppRoute: NavRoute {
      case category(String), product(id: Int), settings

      static let coding: NavCoding<Self> = .codable(
        name: "App", formerNames: ["OldApp"], renaming: ["list": "category"], version: 2
      ) { json, from in
        if from == 1 { json["product"]?.rename("_0", to: "id") }
      }
      var routeTraits: NavRouteTraits {
        switch self {
        case .product(let id): .init(itemID: "product \\(id)", kind: "goods")
        case .settings: .init(isStored: false, isInHistory: false)
        case .category: .init()
        }
      }
    }

    @MainActor func correct(_ router: NavRouter<AppRoute>) { router.push(.product(id: 7)) }
    """

  private static let mistakes = [
    Mistake(
      name: "NotCodable",
      code: """
        import NavRouting
        enum Article: NavRoute {
          case page(Model)
          struct Model: Hashable { var id: Int }
        }
        """,
      words: [
        "error: type 'Article' does not conform to protocol 'Decodable'",
        "error: type 'Article' does not conform to protocol 'Encodable'",
        "cannot automatically synthesize 'Decodable' because 'Model' does not conform to",
      ]),
    Mistake(
      name: "AnyRoutes",
      code: """
        import NavRouting
        func session(in store: NavStore) throws {
          _ = try store.session(of: (any NavRoute).self, in: "main")
        }
        @MainActor func router() { _ = NavWindow(scene: "main").router((any NavRoute).self) }
        """,
      words: [
        "error: type 'any NavRoute' cannot conform to 'NavElement'"
      ]),
    Mistake(
      name: "MisspeltLabels",
      code: """
        import NavRouting
        enum Alias: NavRoute {
          case page
          static var coding: NavCoding<Self> { .codable(name: "Page", alias: ["Old"]) }
        }
        enum Stored: NavRoute {
          case page
          static let coding: NavCoding<Self> = .codable(renamedCases: ["old": "page"])
          var routeTraits: NavRouteTraits { .init(isPersistent: false) }
        }
        """,
      words: [
        "error: extra argument 'alias' in call",
        "error: extra argument 'renamedCases' in call",
        "error: extra argument 'isPersistent' in call",
      ]),
    Mistake(
      name: "OtherType",
      code: """
        import NavRouting
        enum Other: NavRoute { case page }
        @MainActor func push(on router: NavRouter<AppRoute>) { router.push(Other.page) }
        """,
      words: [
        "error: cannot convert value of type 'Other' to expected argument type 'AppRoute'"
      ]),
    Mistake(
      name: "WrongTypes",
      code: """
        import NavRouting
        struct Number: NavRoute {
          var id: Int
          var routeTraits: NavRouteTraits { .init(itemID: id) }
        }
        struct Text { var id: Int }
        extension Text: NavRoute {
          var routeTraits: String { "text" }
        }
        """,
      words: [
        "error: cannot convert value of type 'Int' to expected argument type 'String'",
        "warning: property 'routeTraits' nearly matches defaulted requirement 'routeTraits'",
        "note: candidate has non-matching type 'String'",
      ]),
    Mistake(
      name: "MisspeltRequirements",
      code: """
        import NavRouting
        struct Page { var id: Int }
        extension Page: NavRoute {
          static var codings: NavCoding<Page> { .codable(name: "page") }
          var routeTrait: NavRouteTraits { .init(isStored: false) }
        }
        """,
      words: [
        "warning: static property 'codings' nearly matches defaulted requirement 'coding'",
        "note: rename to 'coding' to satisfy this requirement",
        "warning: property 'routeTrait' nearly matches defaulted requirement 'routeTraits'",
      ]),
  ]

  @Test("The compiler reports wrong types and misspelled names with helpful messages")
  func words() async throws {
    let files = Self.mistakes.map { ($0.name, $0.code) } + [("Correct", Self.correct)]
    let said = try await #require(Compiler.here).check(files)
    func lines(about name: String) -> [Substring] { said.filter { $0.contains("\(name).swift:") } }
    #expect(lines(about: "Correct").isEmpty)
    for mistake in Self.mistakes {
      let lines = lines(about: mistake.name)
      for words in mistake.words {
        #expect(
          lines.contains { $0.contains(words) },
          "\(mistake.name): \(words)\n\(said.joined(separator: "\n"))")
      }
    }
  }
}

/// The compiler, and the folder with this package's modules that were built for the tests.
private struct Compiler {
  let program: URL
  let modules: URL

  /// The compiler. `nil` if it or the folder of the modules is not found, as in Xcode, where the
  /// modules are in several folders.
  static let here: Compiler? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let programs = folders.map { URL(fileURLWithPath: "\($0)/swiftc") }
    let manager = FileManager.default
    guard let program = programs.first(where: { manager.isExecutableFile(atPath: $0.path) }),
      let built = try? BuiltExecutable.named("loop-app")
    else { return nil }
    let modules = built.deletingLastPathComponent().appendingPathComponent("Modules")
    let module = modules.appendingPathComponent("NavRouting.swiftmodule")
    guard manager.fileExists(atPath: module.path) else { return nil }
    return Compiler(program: program, modules: modules)
  }()

  /// Compiles the files as one module, and returns the lines of the compiler's messages.
  func check(_ files: [(name: String, code: String)]) async throws -> [Substring] {
    let folder = try TemporaryFolder()
    for (name, code) in files { try folder.write(code.utf8, to: "\(name).swift") }
    let moduleMap = Sources.root.appendingPathComponent("Sources/CSQLite/module.modulemap")
    // Compiles the files as one module. If each file were compiled separately, the first file with
    // an error would end the run.
    let arguments =
      [
        "-typecheck", "-wmo", "-swift-version", "6", "-parse-as-library",
        "-diagnostic-style=llvm", "-I", modules.path,
        "-Xcc", "-fmodule-map-file=\(moduleMap.path)",
      ] + files.map { folder.path("\($0.name).swift") }
    return try await FinishedProcess(program, arguments).errors.split(separator: "\n")
  }
}
