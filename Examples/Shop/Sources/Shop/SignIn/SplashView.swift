#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The very first launch. Later ones begin where the window was left.
  struct SplashView: View {
    let flow: NavFlow<ShopFlow>

    @Environment(\.navWindow) private var window

    var body: some View {
      VStack {
        Image(systemName: "leaf")
        Text("Tea & Co.").headline()
        Button("Come in") { flow.show(window.account.isEmpty ? .signIn : .shop) }
      }
    }
  }
#endif
