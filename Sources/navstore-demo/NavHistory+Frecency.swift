import NavStore
import NavStorePlatform

extension NavHistory {
  /// Returns the score of an item: the sum of its visits, each of which counts half as much after
  /// each 30 days.
  func frecency(of item: NavItem<Element>) -> Double {
    guard let moment = item.moment else { return 0 }
    return exp2((moment - Double(store.writer.now)) / 2_592_000_000)
  }
}
