import NavStorePlatform

extension NavStore {
  /// Which visits a question is about: those that meet all conditions that are not nil.
  ///
  /// ```swift
  /// let monday = try await store.history(of: AppRoute.self, account: nil).visits(
  ///   where: .init(from: start, to: end, kind: "product", scene: "main"))
  /// ```
  ///
  /// Strings are compared by their bytes.
  public struct VisitFilter: Hashable, Sendable {
    let from: Date?
    let to: Date?

    // NB: text of other bytes is another question to the file, and so to a cursor.
    private let kindBytes: ByteKey?
    private let sceneBytes: ByteKey?
    private let stackBytes: ByteKey?
    private let itemKeyBytes: ByteKey?

    /// Every visit.
    public static let all = VisitFilter()

    /// A filter of the conditions that are given.
    ///
    /// - Parameters:
    ///   - from: Visits from this time on, by the clock when they were first seen.
    ///   - to: Visits before this time. If that is not after `from`, there are none.
    ///   - kind: Visits of items of this kind, by the name that it has now: see ``Item/kind``.
    ///   - scene: Visits in the stacks that this scene has. Those of a deleted scene are in no scene
    ///     any more.
    ///   - stack: With `scene`: visits in its stack of this name alone; empty for the unnamed one.
    ///   - itemKey: Visits of the item with this history key: ``Item/id``, or what
    ///     ``History/itemKey(of:)`` says for a route.
    public init(
      from: Date? = nil, to: Date? = nil, kind: String? = nil, scene: String? = nil,
      stack: String? = nil, itemKey: String? = nil
    ) {
      self.from = from
      self.to = to
      kindBytes = kind.map(ByteKey.init)
      sceneBytes = scene.map(ByteKey.init)
      stackBytes = stack.map(ByteKey.init)
      itemKeyBytes = itemKey.map(ByteKey.init)
    }
  }
}

extension NavStore.VisitFilter {
  var kind: String? { kindBytes?.text }
  var scene: String? { sceneBytes?.text }
  var stack: String? { stackBytes?.text }
  var itemKey: String? { itemKeyBytes?.text }

  func check() throws(NavStore.Error) {
    if let scene { try Key.check(scene, "scene") }
    guard let stack else { return }
    try Key.check(stack, "stack", mayBeEmpty: true)
    guard scene != nil else {
      throw NavStore.Error(
        .invalidArgument, "A filter names a stack without its scene. Name the scene too.")
    }
  }
}
