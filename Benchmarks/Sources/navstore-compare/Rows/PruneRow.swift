import Foundation
import NavStore
import NavStoreInspection

extension Row {
  static let pruneVisit = Row(
    name: "prune-visit",
    about: """
      the processor time of pruning the oldest tenth of 1,000,000 visits, for each removed visit. \
      The target is 10,000 visits for each second of processor time.
      """,
    unit: "µs", target: "navstore<=100",
    contenders: { workspace in
      [
        Contender(side: .navstore) {
          let file = workspace.file("prune.sqlite")
          try await LargeHistory.large.open("prune.sqlite", in: workspace).close()
          var configuration = NavStore.Configuration()
          configuration.retention = .init(age: nil, count: 900_000)
          let store = try NavStore(url: file, configuration: configuration)
          let start = processorTime
          let removed = try await store.prune()
          let time = processorTime - start
          precondition(removed > 90_000)
          try await store.close()
          return time / Double(removed)
        }
      ]
    })

  /// The processor time of this process, in microseconds.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
