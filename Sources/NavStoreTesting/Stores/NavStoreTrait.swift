#if canImport(Testing)
  import NavStore
  import Testing

  /// Gives each test a ``/NavStore/NavStore/standard`` of its own, in memory and empty.
  ///
  /// ```swift
  /// @Suite(.navStore) @MainActor struct CheckoutTests {
  ///   @Test func buying() {
  ///     let router = NavWindow(scene: .main).router(AppRoute.self)
  ///     Shop(router: router).buy()
  ///     #expect(router.path == [.confirmation])
  ///   }
  /// }
  /// ```
  ///
  /// Tests that run at the same time don't share a store. The store of a test is a task-local
  /// value, so code in a detached task or on a Dispatch queue gets the store of the process. Pass
  /// the test's store with `store:` to such code.
  public struct NavStoreTrait: TestTrait, SuiteTrait, TestScoping {
    let clock: ManualClock?

    /// Whether the trait of a suite also applies to the tests in the suite: `true`.
    public var isRecursive: Bool { true }

    /// Runs a test with a store of its own. Costs less than a millisecond.
    ///
    /// - Throws: The errors that the test throws.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      var configuration = NavStore.Configuration(folder: .memory)
      if let clock { configuration.clock = { clock.now } }
      try await NavStore.$scoped.withValue(NavStore(inMemory: configuration)) {
        try await function()
      }
    }
  }

  extension Trait where Self == NavStoreTrait {
    /// A standard store for each test. See ``NavStoreTrait``.
    public static var navStore: Self { NavStoreTrait(clock: nil) }

    /// A standard store for each test, with a clock whose time the test sets.
    public static func navStore(clock: ManualClock) -> Self { NavStoreTrait(clock: clock) }
  }
#endif
