import Foundation
import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("What a router cannot save is heard") struct RouterProblemTests {
  /// A route with one case whose encoding throws, and one that encodes to 10 MB.
  enum Shaky: NavRoute {
    case page(Int)
    case unencodable
    case large
    case code

    var routeTraits: NavRouteTraits { .init(isStored: self != .code) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .page(let number): try container.encode(["page": number])
      case .large: try container.encode(String(repeating: "secret ", count: 1_500_000))
      case .code: try container.encode("code")
      case .unencodable:
        throw EncodingError.invalidValue(
          "secret", .init(codingPath: [], debugDescription: "secret"))
      }
    }

    init(from decoder: any Decoder) throws {
      let numbers = try decoder.singleValueContainer().decode([String: Int].self)
      self = .page(numbers["page"] ?? 0)
    }
  }

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  private func router() -> NavRouter<Shaky> {
    NavRouter(in: NavWindow(scene: "main", store: self.store))
  }

  /// Returns a router of the next launch after a kill.
  private func relaunched<R: NavRoute>(_ type: R.Type) throws -> NavRouter<R> {
    let store = try folder.relaunch()
    return NavRouter(in: NavWindow(scene: "main", store: store))
  }

  private func flushed(_ router: NavRouter<some Hashable & Sendable>) async -> NavStore.Error.Code?
  {
    do throws(NavStore.Error) {
      try await router.flush()
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    "A route whose coding throws, or of 10 MB, is heard of; when its screen has gone, all is well",
    arguments: [
      (Shaky.unencodable, NavStore.Error.Code.codingFailed), (.large, .invalidArgument),
    ])
  func unstorable(route: Shaky, code: NavStore.Error.Code) async throws {
    var failures = store.saveFailures.makeAsyncIterator()
    let router = router()
    router.push(.page(1))
    #expect(await flushed(router) == nil)
    #expect(router.problem == nil)

    router.push(route)
    #expect(await flushed(router) == code)
    #expect(router.problem?.code == code)
    router.push(.page(2))
    #expect(await flushed(router) == code)
    #expect(router.problem?.code == code)
    #expect(router.path == [.page(1), route, .page(2)], "On screen it stays")
    // The screens below are restored after a kill.
    let killed = try relaunched(Shaky.self)
    #expect(killed.path == [.page(1)])

    router.pop(2)
    #expect(router.problem == nil)
    router.push(.page(3))
    #expect(await flushed(router) == nil)
    let again = try relaunched(Shaky.self)
    #expect(again.path == [.page(1), .page(3)])
    try await store.close()
    var heard: [NavStore.Error] = []
    while let failure = await failures.next() { heard.append(failure) }
    #expect(heard.map(\.code) == [code], "Once")
    #expect(heard.allSatisfy { !$0.description.contains("secret") && !$0.isRetriable })
  }

  @Test("The log says it once, and never what the route holds")
  func log() async throws {
    struct Unloggable: NavRoute {
      static let coding: NavCoding<Self> = .codable(name: "Unloggable")
      var secret = "secret"

      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
          secret, .init(codingPath: [], debugDescription: "It is \(secret)"))
      }
    }
    let log = LogRecorder(of: "Unloggable")
    let router = NavRouter<Unloggable>(in: NavWindow(scene: "main", store: self.store))
    router.push(Unloggable())
    for _ in 0..<3 { #expect(await flushed(router) == .codingFailed) }
    #expect(log.lines.count == 1)
    #expect(log.lines.allSatisfy { !$0.contains("secret") })
    router.popToRoot()
    #expect(await flushed(router) == nil)
    router.push(Unloggable())
    #expect(await flushed(router) == .codingFailed)
    #expect(log.lines.count == 2, "Another screen")
  }

  @Test("A view that shows the problem is told when it begins and when it ends")
  func observed() async throws {
    let router = router()
    router.push(.unencodable)
    // No call reports it: the writer finds the problem soon after the turn.
    await withCheckedContinuation { told in
      withObservationTracking {
        #expect(router.problem == nil)
      } onChange: {
        told.resume()
      }
      router.session.core.endTurn()
    }
    #expect(router.problem?.code == .codingFailed)
    let told = Counter()
    withObservationTracking {
      _ = router.problem
    } onChange: {
      told.increment()
    }
    router.pop()
    #expect(told.value == 1)
    #expect(router.problem == nil)
  }

  @Test("A root that cannot be stored is heard of, until it is another")
  func root() async throws {
    let router = router()
    router.replaceRoot(with: .unencodable)
    router.push(.page(1))
    #expect(await flushed(router) == .codingFailed)
    #expect(router.problem?.code == .codingFailed)
    router.replaceRoot(with: .page(0), path: [.page(1)])
    #expect(router.problem == nil)
    #expect(await flushed(router) == nil)
    let again = try relaunched(Shaky.self)
    #expect(again.root == .page(0))
    #expect(again.path == [.page(1)])
  }

  @Test("A route that is not meant to be stored is no problem")
  func transient() async throws {
    var failures = store.saveFailures.makeAsyncIterator()
    let router = router()
    router.push(contentsOf: [.page(1), .code, .page(2)])
    #expect(await flushed(router) == nil)
    #expect(router.problem == nil)
    try await store.close()
    #expect(await failures.next() == nil)
  }

  @Test(
    "A stored route that is refreshed by one that cannot be is heard of, and keeps its old form")
  func refreshed() async throws {
    struct Note: NavRoute {
      static let coding: NavCoding<Self> = .codable(name: "Note")
      let id: Int
      var text: String

      static func == (a: Note, b: Note) -> Bool { a.id == b.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    let router = NavRouter<Note>(in: NavWindow(scene: "main", store: self.store))
    router.push(Note(id: 1, text: "short"))
    #expect(await flushed(router) == nil)
    router.path = [Note(id: 1, text: String(repeating: "long ", count: 300_000))]
    #expect(await flushed(router) == .invalidArgument)
    #expect(router.problem?.code == .invalidArgument)
    let killed = try relaunched(Note.self)
    #expect(killed.path.map(\.text) == ["short"])
    router.path = [Note(id: 1, text: "shorter")]
    #expect(await flushed(router) == nil)
    #expect(router.problem == nil)
    let again = try relaunched(Note.self)
    #expect(again.path.map(\.text) == ["shorter"])
  }

  @Test("A window that is gone takes its problem along")
  func gone() async throws {
    do {
      let router = router()
      router.push(.unencodable)
      #expect(await flushed(router) == .codingFailed)
    }
    try await store.flush()
  }

  @Test("After closing the store a router that goes on says so")
  func closed() async throws {
    let log = LogRecorder(of: "after its store was closed")
    let router = router()
    router.push(.page(1))
    #expect(await flushed(router) == nil)
    try await store.close()
    router.push(.page(2))
    #expect(router.path == [.page(1), .page(2)])
    #expect(router.problem?.code == .closed)
    #expect(await flushed(router) == .closed)
    #expect(!log.lines.isEmpty)
  }

  @Test("The second of two route types on one stack says so, also where nothing was asked before")
  func secondType() async throws {
    struct Second: NavRoute {
      static let coding: NavCoding<Self> = .codable(name: "Second")
      let name: String
    }
    let first = router()
    first.push(.page(1))
    let second = NavRouter<Second>(in: NavWindow(scene: "main", store: self.store))
    #expect(second.problem?.code == .unsupportedRoute)
    second.push(Second(name: "x"))
    #expect(await flushed(second) == .unsupportedRoute)
    #expect(await flushed(first) == nil)
    #expect(first.problem == nil)
  }

  @Test("A selection that cannot be kept is heard of")
  func selection() async throws {
    struct Huge: Codable, Hashable, Sendable {
      var text = ""
    }
    var failures = store.saveFailures.makeAsyncIterator()
    let split = NavSplit<Huge, Shaky>(Huge(), in: NavWindow(scene: .main, store: self.store))
    split.selection = Huge(text: String(repeating: "x", count: 100_000))
    let tabs = NavTabs<Huge, Shaky>(Huge(), in: NavWindow(scene: .main, store: self.store))
    tabs.selection = Huge(text: String(repeating: "x", count: 100_000))
    try await store.close()
    #expect(await failures.next()?.code == .invalidArgument)
    #expect(await failures.next()?.code == .invalidArgument)
    #expect(await failures.next() == nil)
  }
}
