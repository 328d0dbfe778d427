import Foundation
import NavStore

extension Row {
  static let forgetItem1M = Row(
    name: "forget-item-1m",
    about: "forgetting an item with about 500 visits, scattered over 1,000,000.",
    unit: "ms", target: "navstore<=50",
    contenders: { workspace in
      let history = LargeHistory.large
      let file = workspace.file("large.sqlite")
      try await history.make(at: file, in: workspace)
      var store = try NavStore(url: file, configuration: .unlimited)
      var favourites = Array(history.favourites)
      return [
        Contender(side: .navstore) {
          if favourites.isEmpty {
            try await store.close()
            try FileManager.default.removeItem(at: file)
            try await history.make(at: file, in: workspace)
            store = try NavStore(url: file, configuration: .unlimited)
            favourites = Array(history.favourites)
          }
          let item = favourites.removeFirst()
          let start = ContinuousClock.now
          let removal = try await store.history.forget(.item(history.screen(item)))
          let time = (ContinuousClock.now - start) / .milliseconds(1)
          precondition(removal.visits > 400)
          return time
        }
      ]
    })

  static let clear1M = Row(
    name: "clear-1m",
    about: "forgetting and erasing everything at 1,000,000 visits: gone from the file's bytes too.",
    unit: "ms", target: "navstore<=60",
    contenders: { workspace in
      var round = 0
      return [
        Contender(side: .navstore) {
          round += 1
          let file = workspace.file("clear-\(round).sqlite")
          try await LargeHistory.large.make(at: file, in: workspace)
          let store = try NavStore(url: file, configuration: .unlimited)
          let start = ContinuousClock.now
          let removal = try await store.history.erase(.everything)
          let time = (ContinuousClock.now - start) / .milliseconds(1)
          precondition(removal.visits > 0)
          try await store.close()
          try FileManager.default.removeItem(at: file)
          return time
        }
      ]
    })

  static let erasePerMB = Row(
    name: "erase-per-mb",
    about: "erasing an item of the same store, per MB of the file.",
    unit: "ms", target: "navstore<=12",
    contenders: { workspace in
      let history = LargeHistory.large
      let file = workspace.file("large.sqlite")
      try await history.make(at: file, in: workspace)
      let store = try NavStore(url: file, configuration: .unlimited)
      var item = history.items / 2
      return [
        Contender(side: .navstore) {
          item += 1
          let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
          let start = ContinuousClock.now
          _ = try await store.history.erase(.item(history.screen(item)))
          let time = (ContinuousClock.now - start) / .milliseconds(1)
          return time / (Double(size ?? 0) / 1_000_000)
        }
      ]
    })
}
