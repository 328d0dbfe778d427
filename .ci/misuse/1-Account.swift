// Trap 1. `NavWindowView(account: auth.user)` compiles, and `nil` signs out. Nothing else sets an account.
import NavRouting

@MainActor func signIn(_ window: NavWindow) {
  window.account = "ada"  // error: 'account' is a get-only property
}
@MainActor func another(_ id: Int) -> NavWindow {
  NavWindow(scene: .main, account: id)  // error: cannot convert value of type 'Int' to expected argument type 'String'
}
