#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a session has not written yet. The stack and the list themselves are not in it: the writer
/// takes them as they are when it writes, so many changes cost one row.
struct Outbox<R: Equatable & Sendable> {
  enum Event {
    /// A visit came about; nil: covered, not seen.
    case made(VisitNode<R>, seenAt: Int64?)

    /// A covered visit came on top.
    case seen(VisitNode<R>, at: Int64)

    /// A visit's route was replaced by an equal one with other bits.
    case refreshed(VisitNode<R>)
  }

  var events: [Event] = []

  /// The last value by visit and name.
  var values: [ValueKey<R>: StoredValue] = [:]

  /// Whether the stack's row has to be written.
  var isDirty = false

  var isEmpty: Bool { events.isEmpty && values.isEmpty && !isDirty }
}

struct ValueKey<R: Equatable & Sendable>: Hashable {
  let node: VisitNode<R>
  let name: String

  static func == (a: ValueKey, b: ValueKey) -> Bool {
    a.node === b.node && a.name == b.name
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(node))
    hasher.combine(name)
  }
}

/// A small value as it is written.
enum StoredValue: Sendable, Hashable {
  case json(Data)
  case removed
}
