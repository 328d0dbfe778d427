#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// Where browsing begins: what was viewed last, and the departments.
  struct HomeView: View {
    @Environment(ShopNavigation.self) private var navigation

    var body: some View {
      List {
        Section("Recently viewed") {
          RecentRows(query: .recent(limit: 5), account: navigation.account)
          NavLink("All of it", ShopRoute.history)
        }
        Section("Departments") {
          ForEach(Department.allCases) { department in
            NavLink(ShopRoute.department(department)) {
              Label(department.title, systemImage: department.symbol)
            }
          }
        }
      }
      .navTitle("Tea & Co.")
    }
  }
#endif
