#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  extension View {
    /// The pair of Back and Forward buttons, as every screen of the shop has it.
    func backForward(
      _ list: some NavBackForwardList, of navigation: ShopNavigation
    ) -> some View {
      toolbar {
        NavBackForwardItems(list) { navigation.name(of: $0) }
      }
    }
  }

  extension ShopNavigation {
    /// What an entry of a Back menu is called: root screens, and screens that are no history, have
    /// no title of their own.
    fileprivate func name(of entry: NavStore.BackForwardMenu.Entry) -> String {
      if let title = entry.title ?? entry.kind?.capitalized { return title }
      let tab = ShopTab.allCases.first { tabs.stack(of: $0) == entry.stack }
      return tab?.title ?? "Tea & Co."
    }
  }
#endif
