// Fault 1 of README.md. A window gets its account when it is made, and no code can change the
// account. `nil` means signed out.
import NavRouting

@MainActor func signIn(_ window: NavWindow) {
  window.account = "ada"  // error: 'account' is a get-only property
}
@MainActor func another(_ id: Int) -> NavWindow {
  NavWindow(scene: .main, account: id)  // error: cannot convert value of type 'Int' to expected argument type 'String'
}
