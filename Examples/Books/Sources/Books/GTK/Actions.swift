import CGTK

/// The actions of a window or the app, for buttons, menus and keys.
@MainActor
struct Actions {
  /// The window or the app.
  let owner: OpaquePointer

  /// Adds an action, and returns a handle that can enable or disable it.
  @discardableResult
  func add(_ name: String, _ body: @escaping @MainActor () -> Void) -> Action {
    add(g_simple_action_new(name, nil)) { _ in body() }
  }

  /// Adds an action with a number as its parameter.
  func add(_ name: String, _ body: @escaping @MainActor (Int) -> Void) {
    let type = g_variant_type_new("i")
    defer { g_variant_type_free(type) }
    add(g_simple_action_new(name, type)) { parameter in
      guard let parameter else { return }
      body(Int(g_variant_get_int32(OpaquePointer(parameter))))
    }
  }

  @discardableResult
  private func add(
    _ action: OpaquePointer, _ body: @escaping @MainActor (Object?) -> Void
  ) -> Action {
    connect(Object(action), "activate", body)
    g_action_map_add_action(owner, action)
    // The map keeps the action.
    g_object_unref(Object(action))
    return Action(pointer: action)
  }
}

/// A handle for an action.
@MainActor
struct Action {
  let pointer: OpaquePointer

  func setEnabled(_ isEnabled: Bool) {
    g_simple_action_set_enabled(pointer, isEnabled ? 1 : 0)
  }
}

/// A menu whose items refer to actions by name.
@MainActor
struct Menu {
  let model: OpaquePointer = g_menu_new()

  /// The model, for a widget that keeps it.
  var menuModel: UnsafeMutablePointer<GMenuModel> {
    UnsafeMutableRawPointer(model).assumingMemoryBound(to: GMenuModel.self)
  }

  @discardableResult
  func add(_ title: String, _ action: String) -> Menu {
    g_menu_append(model, title, action)
    return self
  }

  /// Adds an item that passes a number to its action.
  func add(_ title: String, _ action: String, _ number: Int) {
    let item = g_menu_item_new(title, nil)
    g_menu_item_set_action_and_target_value(item, action, g_variant_new_int32(Int32(number)))
    g_menu_append_item(model, item)
    g_object_unref(item.map { Object($0) })
  }

  @discardableResult
  func add(section: Menu) -> Menu {
    g_menu_append_section(model, nil, section.menuModel)
    return self
  }
}
