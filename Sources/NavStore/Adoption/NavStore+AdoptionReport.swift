extension NavStore {
  /// The result of importing a ``NavLegacyState``.
  ///
  /// Holds no route, and no text of one.
  package struct AdoptionReport: Sendable, CustomStringConvertible {
    package let source: AdoptionKind
    package let outcome: Outcome
    package let routeCount: Int

    /// Whether the old stack came along, with ``losses`` what the restore policy left of it. False:
    /// the stack has been saved in the store before, there is no old value, it cannot be read, or it
    /// was taken over by another window or account: ``description`` says which.
    package var isAdopted: Bool { outcome == .adopted }

    /// The old routes that did not come along, bottom first; positions count from 0 at the bottom
    /// of the old stack. ``NavRestorationFailure/typeName`` is the name of the type as it was found.
    package let losses: [NavRestorationFailure]

    let value: OldValue

    /// Whether this process has removed the old value, by now.
    package var isOldValueRemoved: Bool { value.isRemoved }

    /// For a log, as in `json: adopted, 3 routes, 1 lost`.
    package var description: String {
      "\(source): \(outcome), \(routeCount) routes, \(losses.count) lost"
    }

    /// How bringing old state along went.
    package struct Outcome: Equatable, Sendable, CustomStringConvertible {
      /// The name, as in `nothingThere`.
      package let description: String

      /// The old stack came along; with ``AdoptionReport/losses``, what the restore policy left
      /// of it. No routes: it was at its root screen.
      package static let adopted = Outcome(description: "adopted")
      /// The stack has been saved in the store: the old value was not looked at.
      package static let alreadySaved = Outcome(description: "alreadySaved")
      /// The old value was taken over before, by another window or account, or by a stack that was
      /// deleted or erased since.
      package static let takenBefore = Outcome(description: "takenBefore")
      /// There is no old value.
      package static let nothingThere = Outcome(description: "nothingThere")
      /// The old value could not be read: an I/O error, a value of another kind, or the app's
      /// closure threw.
      package static let unreadable = Outcome(description: "unreadable")
      /// The old value is not in the form that the source names.
      package static let undecodable = Outcome(description: "undecodable")
      /// There are old routes, and none could come along: see ``AdoptionReport/losses``.
      package static let lost = Outcome(description: "lost")
    }
  }
}
