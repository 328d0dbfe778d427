import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// `store: .inMemory()` is another store each time that it is evaluated.
@MainActor
@Suite("What is given as a store is evaluated once, and not before it is needed")
struct StoreExpressionTests {
  /// The number of stores that were made.
  private let made = Counter()

  @Test("An expression that asks for the store itself gets the one that is kept")
  func nested() {
    @MainActor final class Owner { var lazy: LazyStore? }
    let owner = Owner()
    defer { owner.lazy = nil }
    var inner: NavStore?
    let made = made
    let lazy = LazyStore {
      made.increment()
      if made.value == 1 { inner = owner.lazy?.store }
      return .inMemory()
    }
    owner.lazy = lazy
    #expect(lazy.store === inner)
    #expect(lazy.store === inner)
    #expect(made.value == 2)
  }
}
