import Foundation

@testable import NavStore

extension NavHistory {
  /// Returns the score of an item: the sum of its visits, each of which counts half as much after
  /// each 30 days. A visit whose time is in the future, because the clock was set back, counts more
  /// than 1.
  func frecency(of item: NavItem<Element>) -> Double {
    item.moment.map { exp(Frecency.decay * ($0 - Double(store.writer.now))) } ?? 0
  }
}
