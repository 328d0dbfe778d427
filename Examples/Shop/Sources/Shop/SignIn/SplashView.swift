#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The very first launch. Later ones begin where the window was left.
  struct SplashView: View {
    @Environment(NavFlow<ShopFlow>.self) private var flow

    var body: some View {
      VStack {
        Image(systemName: "leaf")
        Text("Tea & Co.").headline()
        Button("Come in") { flow.show(flow.account.isEmpty ? .signIn : .shop) }
      }
    }
  }
#endif
