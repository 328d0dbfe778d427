import Foundation
import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("Problems of a router that can't save") struct RouterProblemTests {
  /// A route type with a case whose encoding throws, a case that encodes to 10 MB, and a case that
  /// is never stored.
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

  /// Opens the file as the next launch after a kill does, and returns its router.
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
    "A route whose coding throws, or of 10 MB, is a problem until its screen is popped",
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
    #expect(router.path == [.page(1), route, .page(2)], "The screens are still shown")
    // After a kill, only the screen below the route that can't be saved is restored.
    let killed = try relaunched(Shaky.self)
    #expect(killed.path == [.page(1)])

    router.pop(2)
    #expect(router.problem == nil)
    router.push(.page(3))
    #expect(await flushed(router) == nil)
    let again = try relaunched(Shaky.self)
    #expect(again.path == [.page(1), .page(3)])
    try await store.close()
    var reported: [NavStore.Error] = []
    while let failure = await failures.next() { reported.append(failure) }
    #expect(reported.map(\.code) == [code], "Reported once")
    #expect(reported.allSatisfy { !$0.description.contains("secret") && !$0.isRetriable })
  }

  @Test("A problem is logged once, and without the route's content")
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
    #expect(log.lines.count == 2, "Another screen is another problem")
  }

  @Test("Views are notified when a problem begins and when it ends")
  func observed() async throws {
    let router = router()
    router.push(.unencodable)
    // No call throws the error. The writer finds it after the turn has ended, and then notifies
    // observers.
    await withCheckedContinuation { continuation in
      withObservationTracking {
        #expect(router.problem == nil)
      } onChange: {
        continuation.resume()
      }
      router.session.core.endTurn()
    }
    #expect(router.problem?.code == .codingFailed)
    let notifications = Counter()
    withObservationTracking {
      _ = router.problem
    } onChange: {
      notifications.increment()
    }
    router.pop()
    #expect(notifications.value == 1)
    #expect(router.problem == nil)
  }

  @Test("A root that can't be stored is a problem until it is replaced")
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

  @Test("A route that is never stored is not a problem")
  func transient() async throws {
    var failures = store.saveFailures.makeAsyncIterator()
    let router = router()
    router.push(contentsOf: [.page(1), .code, .page(2)])
    #expect(await flushed(router) == nil)
    #expect(router.problem == nil)
    try await store.close()
    #expect(await failures.next() == nil)
  }

  @Test("A refreshed route that can't be stored is a problem, and its stored data is kept")
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

  @Test("A problem ends when its window is released")
  func gone() async throws {
    do {
      let router = router()
      router.push(.unencodable)
      #expect(await flushed(router) == .codingFailed)
    }
    try await store.flush()
  }

  @Test("A router that is used after its store was closed has a problem")
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

  @Test("The second of two route types on one stack is a problem, even before its first change")
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

  @Test("A selection that can't be saved is a save failure")
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
