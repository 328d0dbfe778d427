import Foundation
import NavStore

// The rows of removals from a history of 1,000,000 visits.

extension Row {
  static let forgetItem1M = Row(
    name: "forget-item-1m",
    about: "forgetting an item with about 500 visits, scattered over 1,000,000 visits.",
    unit: "ms", target: "navstore<=25",
    contenders: { workspace in
      let history = LargeHistory.large
      var store = try await history.open("large.sqlite", in: workspace)
      var favourites = Array(history.favourites)
      return [
        Contender(side: .navstore) {
          if favourites.isEmpty {
            try await store.close()
            store = try await history.open("large.sqlite", in: workspace)
            favourites = Array(history.favourites)
          }
          let screen = history.screen(favourites.removeFirst())
          return try await milliseconds {
            let visits = try await store.history(of: Screen.self, account: nil).forget(
              .item(screen))
            precondition(visits > 400)
          }
        }
      ]
    })

  static let clear1M = Row(
    name: "clear-1m",
    about: """
      erasing everything at 1,000,000 visits (74 MB), also from the bytes of the file. The target \
      is 12 ms for each megabyte.
      """,
    unit: "ms", target: "navstore<=890",
    contenders: { workspace in
      [
        Contender(side: .navstore) {
          let store = try await LargeHistory.large.open("clear.sqlite", in: workspace)
          let time = try await milliseconds {
            try await store.eraseEverything()
          }
          try await store.close()
          return time
        }
      ]
    })

  static let erasePerMB = Row(
    name: "erase-per-mb",
    about: "erasing an item at 1,000,000 visits, for each megabyte of the file.",
    unit: "ms", target: "navstore<=8",
    contenders: { workspace in
      let history = LargeHistory.large
      let store = try await history.open("large.sqlite", in: workspace)
      let file = workspace.file("large.sqlite")
      var item = history.items / 2
      return [
        Contender(side: .navstore) {
          item += 1
          let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
          let time = try await milliseconds {
            _ = try await store.history(of: Screen.self, account: nil).erase(
              .item(history.screen(item)))
          }
          return time / (Double(size ?? 0) / 1_000_000)
        }
      ]
    })
}
