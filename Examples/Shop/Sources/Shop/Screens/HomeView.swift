#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// Where browsing begins: what was viewed last, and the departments.
  struct HomeView: View {
    var body: some View {
      // NB: around the list, not in it: what a list holds is taken apart into rows, and each would
      // follow the history by itself.
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
