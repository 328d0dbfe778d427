import Observation

/// Tells the observers of one property of its changes, and survives what they do in answer.
///
/// NB: `ObservationRegistrar` forgets an observer only once it has returned. One that makes a
/// change when it is told of one would be told of that too, and so on without end. Here it is told
/// once; what is changed while observers are being told, is told after the change at hand.
@MainActor
final class Observed<Subject: Observable & AnyObject, Value> {
  private let property: KeyPath<Subject, Value>
  private let registrar = ObservationRegistrar()
  private var isTelling = false
  private var hasMoreToTell = false

  init(_ property: KeyPath<Subject, Value>) {
    self.property = property
  }

  /// Notes a read.
  func access(_ subject: Subject) {
    if ObservedBody.isRunning { ObservedBody.reads.insert(ObjectIdentifier(self)) }
    registrar.access(subject, keyPath: property)
  }

  /// Tells observers, then makes a change.
  func change<T>(of subject: Subject, _ body: () throws -> T) rethrows -> T {
    if ObservedBody.isRunning { ObservedBody.noteChange(of: ObjectIdentifier(self)) }
    guard !isTelling else {
      // They are being told of one as it is. Who has begun to observe since was not told yet.
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

  /// Tells observers of a change that was made.
  func tell(_ subject: Subject) {
    change(of: subject) {}
  }
}

/// What the running body of ``NavMainLoop/observe(_:_:)`` has read, and whether it has changed any of it.
///
/// Observation begins to observe what a body has read once the body has returned, so it doesn't
/// notice these changes.
@MainActor
enum ObservedBody {
  static var isRunning = false
  static var reads: Set<ObjectIdentifier> = []
  private static var hasChanged = false

  static func noteChange(of property: ObjectIdentifier) {
    if reads.contains(property) { hasChanged = true }
  }

  /// Runs `body`.
  ///
  /// - Returns: `true` if it has changed what it had read; otherwise, `false`.
  static func run(_ body: () -> Void) -> Bool {
    let outer = (isRunning, reads, hasChanged)
    (isRunning, reads, hasChanged) = (true, [], false)
    defer { (isRunning, reads, hasChanged) = outer }
    body()
    return hasChanged
  }
}
