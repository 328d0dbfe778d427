import NavRouting  // NavStore

/// The app's screens.
enum Screen: NavRoute {  // NavStore: was Hashable
  case notebook(String)
  case note(id: Int)
}
