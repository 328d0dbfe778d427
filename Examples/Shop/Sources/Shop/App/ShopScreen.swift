#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The screen of a route, on the stack of any tab or of the detail column.
  struct ShopScreen: View {
    let route: ShopRoute

    var body: some View {
      switch route {
      case .department(let department): DepartmentView(department: department)
      case .product(let id): ProductView(id: id)
      case .search: SearchView()
      case .account: AccountView()
      case .history: HistoryView()
      case .settings: SettingsView()
      case .order(let number): OrderView(number: number)
      }
    }
  }
#endif
