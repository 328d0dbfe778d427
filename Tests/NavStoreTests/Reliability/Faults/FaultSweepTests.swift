import FaultVFS
import TestSupport
import Testing

@testable import NavStore

@Suite("Failing disk calls")
struct FaultSweepTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    let fault: FaultVFS.Fault
    let isSticky: Bool

    var testDescription: String { "\(fault.rawValue), \(isSticky ? "from then on" : "once")" }

    static let all = FaultVFS.Fault.allCases.flatMap {
      [Kind(fault: $0, isSticky: false), Kind(fault: $0, isSticky: true)]
    }
  }

  /// The number of disk calls that the test makes fail outside a soak, each in a separate run of
  /// the steps. A soak makes every call fail.
  static let sample = 20

  @Test(
    "Any failing call is reported, nothing is lost, and the store continues",
    arguments: Kind.all)
  func sweep(_ kind: Kind) async throws {
    var random = SeededRandom.make()
    let run = try await FaultRun()
    let points = run.operations.filter {
      FaultVFS.verdict(on: $0, as: kind.fault) != .pass
    }.map(\.ordinal)
    let tried = isSoak ? points : Array(points.shuffled(using: &random).prefix(Self.sample))
    var found: [String] = []
    for ordinal in tried {
      let faults = try await run.faults(at: ordinal, as: kind.fault, sticky: kind.isSticky)
      for fault in faults ?? [] { found.append("call \(ordinal): \(fault)") }
    }
    print(
      "Failing calls, \(kind.testDescription): \(tried.count) of \(points.count) that can fail, of",
      "\(run.operations.count) in all: \(found.count) faults")
    #expect(tried.count >= min(points.count, Self.sample))
    #expect(found.isEmpty, "\(found.prefix(5).joined(separator: "\n"))")
  }

  @Test("Control: a change in two transactions is found")
  func unguardedChange() async throws {
    let run = try await FaultRun(FaultScenario.unguarded)
    var found = 0
    for operation in run.operations where operation.kind == .write {
      let faults = try await run.faults(at: operation.ordinal, as: .diskFull, sticky: false)
      found += faults?.count ?? 0
    }
    print("Failing calls, control: \(found) faults")
    #expect(found > 0)
  }
}
