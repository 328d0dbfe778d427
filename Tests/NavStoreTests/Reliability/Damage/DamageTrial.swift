import Foundation
import TestSupport

@testable import NavStore

/// Opens a damaged file and uses the store as an app does. Opening must reject the file without a
/// change, quarantine it with every byte, or open it.
struct DamageTrial {
  let folder: DamageFolder

  /// The names of all routes that were ever saved in the file. No other route may be restored.
  let routes: Set<String>

  struct Outcome {
    enum Kind: String {
      case refused, quarantined, opened
    }

    var kind = Kind.opened

    /// Descriptions of behavior that the library must not show for any damage.
    var findings: [String] = []

    /// The number of calls that threw an error, by the call and the error's reason.
    var errors: [String: Int] = [:]
    var restored = 0
    var failureCount = 0
    var salvagedStacks = 0
    var rebuiltIndexes = false
    var time: Duration = .zero
  }

  private static let refusals: [NavStore.Error.Reason] = [
    .newerStore, .notAStore, .readOnly, .unreadable, .inputOutput,
    // SQLite's error "unsupported file format". It doesn't show whether the file is damaged or has
    // a format of a later SQLite.
    .database,
  ]

  /// Runs the trial. If `erases` is `true`, the trial also erases history, which rewrites the file
  /// and takes as long as all other calls together.
  func run(quarantines: Bool, erases: Bool = true) async -> Outcome {
    let start = ContinuousClock.now
    var outcome = Outcome()
    let before = folder.contents()
    let store: NavStore
    do throws(NavStore.Error) {
      store = try NavStore(
        url: folder.url,
        configuration: folder.configuration { $0.quarantinesDamagedFile = quarantines })
    } catch {
      outcome.kind = .refused
      outcome.errors["open \(error.reason)", default: 0] += 1
      if !Self.refusals.contains(error.reason), quarantines || error.reason != .damaged {
        outcome.findings.append("opening threw \(error)")
      }
      if folder.contents().filter({ !$0.value.isEmpty }) != before.filter({ !$0.value.isEmpty }) {
        outcome.findings.append("rejected with \(error.reason), but the files have changed")
      }
      outcome.time = .now - start
      return outcome
    }
    if store.openReport.quarantinedFile != nil {
      outcome.kind = .quarantined
      checkQuarantine(store.openReport, before, &outcome)
    }
    outcome.salvagedStacks = store.openReport.salvagedStacks
    outcome.rebuiltIndexes = store.openReport.rebuiltIndexes
    await use(store, erases: erases, &outcome)
    outcome.time = .now - start
    return outcome
  }

  private func checkQuarantine(
    _ report: NavStore.OpenReport, _ before: [String: [UInt8]], _ outcome: inout Outcome
  ) {
    let after = folder.contents()
    // Every byte of the damaged file and its WAL must be in the quarantined files.
    for suffix in ["", "-wal"] {
      let found = after["store.sqlite.corrupt-1" + suffix] ?? []
      if found != before["store.sqlite" + suffix] ?? [] {
        outcome.findings.append("quarantined, but the file\(suffix) has changed")
      }
    }
    if after["store.sqlite.repair"] != nil { outcome.findings.append("the note is left") }
  }

  /// Makes the calls that an app makes in a day. A call may throw any `NavStore.Error`. The result
  /// of a call that doesn't throw is checked.
  private func use(_ store: NavStore, erases: Bool, _ outcome: inout Outcome) async {
    var outcome_ = outcome
    func attempt(_ what: String, _ body: (inout Outcome) throws -> Void) {
      do { try body(&outcome_) } catch { note(error, what, &outcome_) }
    }
    func attempt(_ what: String, _ body: (inout Outcome) async throws -> Void) async {
      do { try await body(&outcome_) } catch { note(error, what, &outcome_) }
    }
    for (scene, account) in [("main", ""), ("second", "ada")] {
      attempt("restore") { outcome in
        let restored = try store.restore(
          Page.self, in: NavScene(id: scene), account: account.orSignedOut)
        outcome.failureCount += restored.failures.count
        check(restored.path, "restore", &outcome)
      }
      await attempt("recent") { outcome in
        let recent = try await store.history(of: Page.self, account: account.orSignedOut).items()
        check(recent.map(\.route), "recent", &outcome)
      }
      await attempt("visits") { outcome in
        let visits = try await store.history(of: Page.self, account: account.orSignedOut).visits()
        check(visits.map(\.route), "visits", &outcome)
      }
      await attempt("search") { outcome in
        let found = try await store.history(of: Page.self, account: account.orSignedOut).items(
          .search("title"))
        check(found.map(\.route), "search", &outcome)
      }
      attempt("menu") { outcome in
        let session = try store.session(of: Page.self, in: scene, account: account.orSignedOut)
        check(session.backForward.entries.compactMap(\.route), "list", &outcome)
        session.push("new")
        session.back()
        session.forward()
      }
    }
    attempt("scenes") { _ in _ = try store.scenes() }
    attempt("value") { _ in _ = try store.sceneValue(Int.self, named: "tab", in: "main") }
    attempt("save") { _ in try store.save(["saved", "twice"] as [Page], in: "third") }
    await attempt("forget") { _ in
      try await store.history(of: Page.self, account: nil).forget(.item(Page("new")))
    }
    if erases {
      await attempt("erase") { _ in try await store.eraseAll(of: "ada") }
    }
    await attempt("close") { _ in try await store.close() }
    outcome = outcome_
  }

  private func check(_ found: [Page], _ what: String, _ outcome: inout Outcome) {
    outcome.restored += found.count
    for page in found where !routes.contains(page.name) && !Self.own.contains(page.name) {
      outcome.findings.append("\(what) returned a route that was never saved")
    }
  }

  private static let own: Set = ["new", "saved", "twice"]

  private func note(_ error: any Error, _ what: String, _ outcome: inout Outcome) {
    guard let error = error as? NavStore.Error else {
      return outcome.findings.append("\(what) threw \(type(of: error))")
    }
    outcome.errors["\(what) \(error.reason)", default: 0] += 1
  }
}
