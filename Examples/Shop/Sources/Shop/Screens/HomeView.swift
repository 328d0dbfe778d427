#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The first screen of browsing: recently viewed products, and the departments.
  struct HomeView: View {
    var body: some View {
      // NB: around the list, because a list splits its content into rows, and each row would follow
      // the history by itself.
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
