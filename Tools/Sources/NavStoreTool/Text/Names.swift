/// The names of scenes, accounts, stacks and routes in the program's output.
///
/// With `--redact`, the output has no keys, titles and routes. Scenes, accounts and named stacks
/// are numbers, and a route is its tag, version and kind.
struct Names {
  let isRedacted: Bool

  func scene(_ id: Int64, _ key: String) -> String {
    isRedacted ? "scene \(id)" : key
  }

  func account(_ id: Int64, _ key: String) -> String {
    if key.isEmpty { return "" }
    return isRedacted ? "account \(id)" : key
  }

  func stack(_ id: Int64, _ name: String) -> String {
    if name.isEmpty { return "" }
    return isRedacted ? "stack \(id)" : name
  }

  func route(_ route: InspectorTable.Route) -> String {
    isRedacted ? "\(route.tag) v\(route.version) \(route.kind)" : RouteLabel.text(route)
  }

  func key(_ route: InspectorTable.Route) -> String? { isRedacted ? nil : route.key }
  func title(_ route: InspectorTable.Route) -> String? { isRedacted ? nil : route.title }

  /// Returns a heading for a stack: its scene, its name if it has one, and its account. The
  /// signed-out account is left out.
  func place(_ stack: InspectorTable.Stack, in scene: InspectorTable.Scene?) -> String {
    var text = scene.map { self.scene($0.id, $0.key) } ?? "a deleted scene"
    if !stack.name.isEmpty { text += " / \(self.stack(stack.id, stack.name))" }
    if !stack.accountKey.isEmpty { text += " of \(account(stack.account, stack.accountKey))" }
    return text.printable
  }
}
