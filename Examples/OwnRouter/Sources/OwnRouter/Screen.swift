import NavRouting  // NavStore

/// The routes of the app's screens.
enum Screen: NavRoute {  // NavStore: was Hashable
  case notebook(String)
  case note(id: Int)
}
