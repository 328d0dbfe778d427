import CGTK

/// The named actions of a window or the app, which buttons, menus and keys run.
@MainActor
public struct Actions {
  /// The GTK window or application to which actions are added.
  let owner: OpaquePointer

  /// Creates a value that adds actions to a window or the app.
  public init(owner: OpaquePointer) {
    self.owner = owner
  }

  /// Adds an action, and returns a handle that can enable or disable it.
  @discardableResult
  public func add(_ name: String, _ body: @escaping @MainActor () -> Void) -> Action {
    add(g_simple_action_new(name, nil)) { _ in body() }
  }

  /// Adds an action that takes a number, which is passed to `body`.
  public func add(_ name: String, _ body: @escaping @MainActor (Int) -> Void) {
    let type = g_variant_type_new("x")
    defer { g_variant_type_free(type) }
    add(g_simple_action_new(name, type)) { parameter in
      guard let parameter else { return }
      body(Int(g_variant_get_int64(OpaquePointer(parameter))))
    }
  }

  @discardableResult
  private func add(
    _ action: OpaquePointer, _ body: @escaping @MainActor (Object?) -> Void
  ) -> Action {
    connect(Object(action), "activate", body)
    g_action_map_add_action(owner, action)
    // Releases this function's reference to the action. The window or app keeps a reference of its
    // own.
    g_object_unref(Object(action))
    return Action(pointer: action)
  }
}

/// An action of a window or the app, which can be enabled and disabled.
@MainActor
public struct Action {
  let pointer: OpaquePointer

  /// Enables or disables the action, and with it its buttons and menu items.
  public func setEnabled(_ isEnabled: Bool) {
    g_simple_action_set_enabled(pointer, isEnabled ? 1 : 0)
  }
}

/// A menu whose items refer to actions by name.
@MainActor
public struct Menu {
  /// The `GMenu`.
  ///
  /// The code that creates the menu must release the model, unless it adds the menu as a section to
  /// another menu.
  public let model: OpaquePointer = g_menu_new()

  /// Creates an empty menu.
  public init() {}

  /// The menu as a `GMenuModel`, the type that widgets with a menu take.
  public var menuModel: UnsafeMutablePointer<GMenuModel> {
    UnsafeMutableRawPointer(model).assumingMemoryBound(to: GMenuModel.self)
  }

  /// Adds an item that runs an action.
  @discardableResult
  public func add(_ title: String, _ action: String) -> Menu {
    g_menu_append(model, title, action)
    return self
  }

  /// Adds an item that runs an action with a number as its parameter.
  public func add(_ title: String, _ action: String, _ number: Int) {
    let item = g_menu_item_new(title, nil)
    g_menu_item_set_action_and_target_value(item, action, g_variant_new_int64(gint64(number)))
    g_menu_append_item(model, item)
    g_object_unref(item.map { Object($0) })
  }

  /// Adds the items of another menu as a section with a line above it and an optional title, and
  /// releases the other menu.
  @discardableResult
  public func add(section: Menu, title: String? = nil) -> Menu {
    g_menu_append_section(model, title, section.menuModel)
    g_object_unref(Object(section.model))
    return self
  }
}

/// Sets the keys that run an action.
///
/// The name of the action begins with `win.` for an action of a window, or `app.` for an action of
/// the app.
@MainActor
public func setKeys(
  _ keys: [String], of action: String, in app: UnsafeMutablePointer<GtkApplication>
) {
  var names: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) }
  names.append(nil)
  gtk_application_set_accels_for_action(app, action, &names)
  for name in names { g_free(UnsafeMutableRawPointer(mutating: name)) }
}
