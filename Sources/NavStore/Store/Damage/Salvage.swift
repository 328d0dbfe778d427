import NavStoreSQLite

/// Copies scenes and stacks out of a file that was set aside, as far as they can be read.
///
/// A stack comes along as its longest sound prefix: up to the first route that cannot be read or
/// fails its checksum. If the chain itself is broken, it is the nearest entry before it in the
/// back/forward list whose chain is not. Other entries come along if they are whole. The list
/// over all stacks of a scene does not.
struct Salvage {
  let configuration: NavStore.Configuration
  let budget: Duration

  struct Result {
    var scenes = 0
    var stacks = 0
    var shortened = 0

    /// What could not be copied of stacks, each with the first screen that is lost.
    var losses: [StackKey: NavRestorationFailure] = [:]

    /// Whether the file may have had stacks that were not found.
    var lacksStacks = false

    /// Of a file that can't be read at all.
    static var nothing: Result { Result(lacksStacks: true) }

    /// Sets what is lost, for a restore to report, once the stacks of a plan are copied.
    mutating func note(_ plan: SalvagePlan) {
      shortened = plan.stacks.count { $0.isShortened }
      losses = plan.losses
      lacksStacks = plan.lacksStacks || plan.stacks.count > stacks
    }
  }

  /// More visits than that would take longer to write than there is time.
  static let maxVisits = 20_000

  /// What cannot be read is not there, and the file set aside stays.
  ///
  /// Throws what passes, such as a full disk or somebody who reads the file that was set aside: then
  /// it is done again.
  func run(from aside: String, into db: Connection) throws(NavStore.Error) -> Result {
    // An earlier run was killed after its commit, or the whole store was in the log. The store has not
    // been used since.
    let copied = (try? SalvageTarget.count(db)).flatMap { $0.scenes > 0 ? $0 : nil }
    guard (Files.size(aside) ?? 0) > 1, !Files.exists(aside + "-journal") else {
      return copied ?? .nothing
    }
    let log = aside + "-wal"
    let hadLog = Files.exists(log)
    defer { if !hadLog, Files.size(log) == 0 { _ = Files.remove(log) } }
    let deadline = ContinuousClock.now + budget
    let limits = configuration.limits
    let maxBytes = max(limits.payloadBytes, limits.valueBytes, 65_536) &* 2
    let source: Connection
    do {
      source = try Database.openDamaged(
        path: aside, maxBytes: max(maxBytes, 131_072),
        waitMilliseconds: configuration.busyTimeoutMilliseconds)
    } catch {
      let error = NavStore.Error(error)
      guard error.isRetriable else { return copied ?? .nothing }
      throw error
    }
    defer { source.close() }
    return try NavStore.Error.wrapping {
      try source.work(.until(deadline)) {
        let plan = SalvagePlan(
          table: SalvageTable(db: source, deadline: deadline), limits: limits,
          // Half of the time is for writing.
          deadline: deadline - budget / 2)
        plan.read()
        if var copied {
          copied.note(plan)
          return copied
        }
        let target = SalvageTarget(db: db, plan: plan, limits: limits)
        do {
          return try db.transaction { try target.write() }
        } catch {
          guard NavStore.Error(error).isRetriable else { return .nothing }
          throw error
        }
      }
    }
  }

  /// Counts the copied visits, so that no query has to. Visits that are uncounted at the deadline are counted
  /// when the store is first idle.
  func count(_ db: Connection) {
    let deadline = ContinuousClock.now + budget / 2
    let counter = VisitCounter(db: db)
    while ContinuousClock.now < deadline, let count = try? counter.countBatch(), count > 0 {}
  }
}
