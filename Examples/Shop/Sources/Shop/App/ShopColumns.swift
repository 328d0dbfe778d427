#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The content of a wide window in three columns: departments, products, and the stack of the
  /// detail column.
  struct ShopColumns: View {
    let navigation: ShopNavigation

    var body: some View {
      @Bindable var columns = navigation.columns
      NavSplitView(columns) {
        Sidebar(department: $columns.selection.department, detail: columns.detail)
      } content: {
        ProductColumn(department: columns.selection.department, detail: columns.detail)
      } detail: {
        ContentUnavailableView("Choose a product", systemImage: "bag")
      } destination: { route in
        ShopScreen(route: route)
      }
      .navBackForwardButtons()
      .task {
        await navigation.validate(inColumns: true)
        try? await navigation.pruneHistory()
      }
    }
  }

  private struct Sidebar: View {
    @Binding var department: Department?
    let detail: NavRouter<ShopRoute>

    var body: some View {
      List(Department.allCases, selection: $department) { department in
        Label(department.title, systemImage: department.symbol)
      }
      .navigationTitle("Tea & Co.")
      .toolbar {
        ToolbarItemGroup {
          Button("Search", systemImage: "magnifyingglass") { detail.push(.search) }
          Button("Account", systemImage: "person") { detail.push(.account) }
        }
      }
    }
  }

  private struct ProductColumn: View {
    let department: Department?
    @Bindable var detail: NavRouter<ShopRoute>

    var body: some View {
      if let department {
        List(
          Catalogue.current.products(in: department), selection: $detail.chosenProduct
        ) { product in
          ProductRow(product: product)
        }
        .navigationTitle(department.title)
      } else {
        ContentUnavailableView("Choose a department", systemImage: "square.grid.2x2")
      }
    }
  }
#endif
