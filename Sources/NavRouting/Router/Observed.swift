import Observation

/// Notifies the observers of one property, and doesn't loop if an observer makes a change.
///
/// NB: `ObservationRegistrar` removes an observer only once the observer has returned. An observer
/// that makes a change while it runs would be notified of that change too, and so on without end.
/// This class notifies each observer once. Changes that observers make while they are notified of a
/// change cause one more notification after that change.
@MainActor
final class Observed<Subject: Observable & AnyObject, Value> {
  private let property: KeyPath<Subject, Value>
  private let registrar = ObservationRegistrar()
  private var isTelling = false
  private var hasMoreToTell = false

  init(_ property: KeyPath<Subject, Value>) {
    self.property = property
  }

  /// Records that an observer has read the property.
  func access(_ subject: Subject) {
    ObservedBody.reads?.insert(ObjectIdentifier(self))
    registrar.access(subject, keyPath: property)
  }

  /// Notifies observers, then makes a change.
  func change<T>(of subject: Subject, _ body: () throws -> T) rethrows -> T {
    if ObservedBody.reads?.contains(ObjectIdentifier(self)) == true {
      ObservedBody.hasChanged = true
    }
    guard !isTelling else {
      // One of the observers that are being notified has made this change. Observers that were
      // added since the notification began are notified after the outer change.
      hasMoreToTell = true
      return try body()
    }
    isTelling = true
    registrar.willSet(subject, keyPath: property)
    isTelling = false
    defer {
      registrar.didSet(subject, keyPath: property)
      if hasMoreToTell {
        hasMoreToTell = false
        tell(subject)
      }
    }
    return try body()
  }

  /// Notifies observers of a change that was already made.
  func tell(_ subject: Subject) {
    change(of: subject) {}
  }
}

/// Whether the running body of ``NavMainLoop/observe(_:_:)`` has changed a property that it had
/// read.
///
/// Observation starts only after the body has returned, so it doesn't notice the changes that the
/// body makes.
@MainActor
enum ObservedBody {
  /// The properties that the running body has read; `nil` if no body is running.
  @exclusivity(unchecked)
  static var reads: Set<ObjectIdentifier>?
  static var hasChanged = false

  /// Runs `body`.
  ///
  /// - Returns: `true` if `body` has changed a property that it had read; otherwise, `false`.
  static func run(_ body: () -> Void) -> Bool {
    let outer = (reads, hasChanged)
    (reads, hasChanged) = ([], false)
    defer { (reads, hasChanged) = outer }
    body()
    return hasChanged
  }
}
