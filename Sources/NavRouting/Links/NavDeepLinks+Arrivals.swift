import NavStorePlatform

extension NavDeepLinks {
  /// A link that has come in.
  struct Arrival: Sendable {
    let url: URL?
    let id: String?
    let match: LinkMatch<Route>
    let time: Date
  }

  /// An arrival that is or was to be opened.
  struct Handled {
    let arrival: Arrival

    /// The stack that it opened in, as it was after that.
    var trace: Trace?

    func isOf(_ other: Arrival) -> Bool {
      arrival.time == other.time && arrival.match == other.match && arrival.id == other.id
    }
  }

  /// How soon after the same link a second one is the same delivery through another way in, unless
  /// the user has navigated in between.
  private static var duplicateWindow: Duration { .seconds(2) }

  func take(
    _ url: URL?, id: String?, _ match: () throws(NavLinkRefusal) -> LinkMatch<Route>
  ) -> Outcome {
    reportProblems()
    do {
      let arrival = Arrival(url: url, id: id, match: try match(), time: clock())
      guard !isDuplicate(arrival) else { return report(.ignored, of: arrival) }
      handled.append(Handled(arrival: arrival))
      if handled.count > 32 { handled.removeFirst() }
      return report(admit(arrival), of: arrival)
    } catch {
      let arrival = Arrival(url: url, id: id, match: LinkMatch(), time: clock())
      return report(.refused(error), of: arrival)
    }
  }

  private func isDuplicate(_ new: Arrival) -> Bool {
    handled.contains { known in
      let old = known.arrival
      if let id = new.id, let oldID = old.id { return id == oldID }
      return old.match.routes == new.match.routes
        && old.match.options.place == new.match.options.place
        && isWithin(Self.duplicateWindow, from: old.time, to: new.time)
        && known.trace?.isFresh ?? true
    }
  }

  /// Parks an arrival, lets it wait, or opens it.
  private func admit(_ arrival: Arrival) -> Outcome {
    let match = arrival.match
    let isAllowed =
      (isSignedIn || !match.options.requiresSignIn) && mayOpen?(match.routes) ?? true
    guard isAllowed else { return park(arrival) }
    guard let outcome = openInTarget(arrival) else {
      waiting.append(arrival)
      if waiting.count > 8 { drop(waiting.removeFirst(), "newer ones took its place") }
      return .waiting
    }
    return outcome
  }

  /// Tries again what was kept.
  @discardableResult
  func retry(_ arrivals: [Arrival]) -> [Outcome] {
    let now = clock()
    return arrivals.map { arrival in
      guard isWithin(expiresAfter, from: arrival.time, to: now) else {
        return drop(arrival, "it became too old")
      }
      return report(admit(arrival), of: arrival)
    }
  }

  /// Gives up a link that was kept. If it comes again, it is new.
  @discardableResult
  private func drop(_ arrival: Arrival, _ reason: String) -> Outcome {
    handled.removeAll { $0.isOf(arrival) }
    let name = arrival.match.template.map { " to \"\($0)\"" } ?? ""
    return report(
      .refused(.init(.dropped, "A link\(name) was kept and dropped: \(reason).")), of: arrival)
  }

  private func report(_ outcome: Outcome, of arrival: Arrival) -> Outcome {
    if case .refused(let refusal) = outcome { ProblemLog.note("Link refused: \(refusal)") }
    onOutcome?(Link(owner: self, arrival: arrival), outcome)
    return outcome
  }

  func isWithin(_ limit: Duration, from start: Date, to end: Date) -> Bool {
    // A clock that was set back counts as no time: that loses no link.
    end.timeIntervalSince(start) <= limit / .seconds(1)
  }
}

// MARK: - Parking

extension NavDeepLinks {
  /// The parked links, oldest first.
  ///
  /// In memory only: a link can hold secrets (an invitation, a token), and it is not known yet who
  /// will sign in. To keep them over a relaunch, save their URLs and open them again.
  public var parked: [Link] {
    observedParked.access(self)
    return parkedArrivals.map { Link(owner: self, arrival: $0) }
  }

  /// Opens the parked links that may be opened by now, oldest first; the others stay parked.
  @discardableResult
  public func resume() -> [Outcome] {
    retry(takeParked(parkedArrivals.count))
  }

  /// Drops the parked links, as signing out does.
  public func cancelParked() {
    for arrival in takeParked(parkedArrivals.count) { drop(arrival, "it was cancelled") }
  }

  private func park(_ arrival: Arrival) -> Outcome {
    observedParked.change(of: self) { parkedArrivals.append(arrival) }
    for oldest in takeParked(parkedArrivals.count - max(1, parkedLimit)) {
      drop(oldest, "newer ones took its place")
    }
    return .parked
  }

  /// Takes up to `count` of them out, the oldest ones.
  private func takeParked(_ count: Int) -> [Arrival] {
    guard count > 0 else { return [] }
    let taken = Array(parkedArrivals.prefix(count))
    observedParked.change(of: self) { parkedArrivals.removeFirst(taken.count) }
    return taken
  }
}
