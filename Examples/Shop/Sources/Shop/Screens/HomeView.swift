#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The root screen of the tab Browse: recently viewed products and departments, and all
  /// departments.
  struct HomeView: View {
    var body: some View {
      // NB: `NavHistoryItems` is around the list. If it were inside the list, the list would split
      // its content into rows, and each row would run the query by itself.
      NavHistoryItems(.recent(limit: 5), of: ShopRoute.self) { recent in
        List {
          if !recent.isEmpty {
            Section("Recently viewed") {
              ForEach(recent) { RecentRow(item: $0) }
              NavigationLink("All of it", value: ShopRoute.history)
            }
          }
          Section("Departments") {
            ForEach(Department.allCases) { department in
              NavigationLink(value: ShopRoute.department(department)) {
                Label(department.title, systemImage: department.symbol)
              }
            }
          }
        }
      }
      .navTitle("Tea & Co.")
    }
  }
#endif
