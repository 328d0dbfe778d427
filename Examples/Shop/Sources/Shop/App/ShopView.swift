#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The shop for who is signed in: columns in a wide window, tabs in a narrow one.
  struct ShopView: View {
    @State private var navigation: ShopNavigation
    @Environment(NavFlow<ShopFlow>.self) private var flow

    init(scene: String, account: String) {
      _navigation = State(initialValue: ShopNavigation(scene: scene, account: account))
    }

    var body: some View {
      WideOrNarrow {
        ShopColumns(navigation: navigation)
      } narrow: {
        ShopTabs(navigation: navigation)
      }
      .navSheet(navigation.review) { sheet in
        SheetScreen(route: sheet)
      } destination: { route in
        SheetScreen(route: route)
      }
      .navSheet(navigation.share) { SheetScreen(route: $0) }
      .environment(navigation)
      .onAppear { navigation.bind(to: flow) }
    }
  }
#endif
