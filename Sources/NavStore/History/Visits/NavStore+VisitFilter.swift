#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavStore {
  /// Which visits a question is about: those that meet all conditions that are not nil.
  ///
  /// ```swift
  /// let monday = try await store.history(of: AppRoute.self).visits(
  ///   where: .init(from: start, to: end, kind: "product", scene: "main"))
  /// ```
  ///
  /// Strings are compared by their bytes.
  public struct VisitFilter: Sendable {
    /// Visits from this time on, by the clock when they were first seen.
    public var from: Date?

    /// Visits before this time. Where that is not after ``from``, there are none.
    public var to: Date?

    /// Visits of items of this kind, by the name that it has now: see ``Item/kind``.
    public var kind: String?

    /// Visits in the stacks that this scene has. Those of a deleted scene are in no scene any more.
    public var scene: String?

    /// With ``scene``: visits in its stack of this name alone; empty for the unnamed one.
    public var stack: String?

    /// Visits of the item with this history key: ``Item/key``, or what ``History/itemKey(of:)``
    /// says for a route.
    public var itemKey: String?

    /// Every visit.
    public static let all = VisitFilter()

    /// A filter of the conditions that are given.
    public init(
      from: Date? = nil, to: Date? = nil, kind: String? = nil, scene: String? = nil,
      stack: String? = nil, itemKey: String? = nil
    ) {
      self.from = from
      self.to = to
      self.kind = kind
      self.scene = scene
      self.stack = stack
      self.itemKey = itemKey
    }
  }
}

extension NavStore.VisitFilter: Hashable {
  /// Whether both ask for the same, byte for byte: the file tells two ways to write an accent
  /// apart, so a cursor must too.
  public static func == (a: NavStore.VisitFilter, b: NavStore.VisitFilter) -> Bool {
    a.from == b.from && a.to == b.to
      && zip(a.words, b.words).allSatisfy { a, b in
        guard let a, let b else { return a == nil && b == nil }
        return a.elementsEqual(b)
      }
  }

  /// Feeds all conditions.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(from)
    hasher.combine(to)
    for word in words {
      hasher.combine(word?.count)
      word?.forEach { hasher.combine($0) }
    }
  }

  private var words: [String.UTF8View?] {
    [kind?.utf8, scene?.utf8, stack?.utf8, itemKey?.utf8]
  }
}

extension NavStore.VisitFilter {
  func check() throws(NavStore.Error) {
    if let scene { try Key.check(scene, "scene") }
    guard let stack else { return }
    try Key.check(stack, "stack", mayBeEmpty: true)
    guard scene != nil else {
      throw NavStore.Error(.invalidKey, "A filter names a stack, and not its scene.")
    }
  }

  /// Whether every visit meets it.
  var isAll: Bool { self == .all }
}
