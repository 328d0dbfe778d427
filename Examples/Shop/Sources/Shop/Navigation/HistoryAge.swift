#if canImport(SwiftUI)
  import Foundation
  import NavRouting

  /// The user's setting for the time for which visits are kept.
  enum HistoryAge: String, CaseIterable, Identifiable {
    case week, quarter, forever

    private static let key = "history.age"

    static var saved: HistoryAge {
      get { UserDefaults.standard.string(forKey: key).flatMap(HistoryAge.init) ?? .quarter }
      set { UserDefaults.standard.set(newValue.rawValue, forKey: key) }
    }

    var id: Self { self }

    var days: Int? {
      switch self {
      case .week: 7
      case .quarter: 90
      case .forever: nil
      }
    }

    var age: NavAge? { days.map(NavAge.days) }

    var title: String { days.map { "\($0) days" } ?? "For ever" }
  }
#endif
