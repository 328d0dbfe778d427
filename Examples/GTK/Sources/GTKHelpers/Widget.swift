import CGTK

/// A widget. Its parent owns it. GTK owns a window until it is closed.
public typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer {
  /// The pointer for an argument of a type whose fields GTK hides.
  public var opaque: OpaquePointer { OpaquePointer(self) }

  /// Returns the pointer as another class or interface, as GTK's cast macros do in C.
  public func cast<T>(to type: T.Type = T.self) -> UnsafeMutablePointer<T> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }
}

extension Widget {
  /// Adds style classes, separated by spaces.
  public func add(classes names: String) {
    for name in names.split(separator: " ") { gtk_widget_add_css_class(self, String(name)) }
  }

  /// Sets all four margins.
  public func setMargins(_ size: Int32) {
    gtk_widget_set_margin_start(self, size)
    gtk_widget_set_margin_end(self, size)
    gtk_widget_set_margin_top(self, size)
    gtk_widget_set_margin_bottom(self, size)
  }

  /// Sets a property that has no setter function.
  public func set(_ property: String, to text: String) {
    var value = GValue()
    g_value_init(&value, GType(16 << 2))  // G_TYPE_STRING, a macro
    g_value_set_string(&value, text)
    g_object_set_property(cast(to: GObject.self), property, &value)
    g_value_unset(&value)
  }

  /// The child widgets, in their order on screen.
  public var children: [Widget] {
    var children: [Widget] = []
    var next = gtk_widget_get_first_child(self)
    while let child = next {
      children.append(child)
      next = gtk_widget_get_next_sibling(child)
    }
    return children
  }
}

// MARK: - Making them

/// Returns a row or a column of widgets.
@MainActor
public func box(
  _ orientation: GtkOrientation, spacing: Int32 = 0, classes: String = "", _ children: Widget...
) -> Widget {
  let box: Widget = gtk_box_new(orientation, spacing)
  box.add(classes: classes)
  for child in children { gtk_box_append(box.cast(), child) }
  return box
}

/// Returns a left-aligned text that wraps.
@MainActor
public func label(_ text: String, classes: String = "") -> Widget {
  let label: Widget = gtk_label_new(text)
  gtk_label_set_xalign(label.opaque, 0)
  gtk_label_set_wrap(label.opaque, 1)
  label.add(classes: classes)
  return label
}

/// Returns a button with an icon. It runs an action, and is enabled with it.
@MainActor
public func button(icon: String, action: String, tip: String) -> Widget {
  let button: Widget = gtk_button_new_from_icon_name(icon)
  gtk_actionable_set_action_name(button.opaque, action)
  gtk_widget_set_tooltip_text(button, tip)
  gtk_widget_set_name(button, action)
  return button
}

/// Returns a view that scrolls vertically, and fills the available space.
@MainActor
public func scroller(_ child: Widget? = nil) -> Widget {
  let scroller: Widget = gtk_scrolled_window_new()
  gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
  gtk_scrolled_window_set_child(scroller.opaque, child)
  gtk_widget_set_vexpand(scroller, 1)
  return scroller
}

/// Returns a button that shows a menu.
@MainActor
public func menuButton(_ menu: Menu) -> Widget {
  let button: Widget = gtk_menu_button_new()
  gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
  gtk_menu_button_set_menu_model(button.opaque, menu.menuModel)
  g_object_unref(Object(menu.model))
  return button
}

/// Returns a list of titles of which one is selected. Calls `onSelect` when the user selects
/// another.
@MainActor
public func dropDown(
  _ titles: [String], selected: Int, onSelect: @escaping @MainActor (Int) -> Void
) -> Widget {
  let names = gtk_string_list_new(nil)
  for title in titles { gtk_string_list_append(names, title) }
  let list: Widget = gtk_drop_down_new(names, nil)
  gtk_drop_down_set_selected(list.opaque, UInt32(selected))
  list.on("notify::selected") { (_: Object?) in
    onSelect(Int(gtk_drop_down_get_selected(list.opaque)))
  }
  return list
}

/// A search field, and the text in it.
@MainActor
public struct SearchField {
  /// The field.
  public let widget: Widget = gtk_search_entry_new()

  /// Creates an empty field. Escape empties it.
  ///
  /// - Parameters:
  ///   - onChange: Called with each new text, soon after the user stops typing.
  ///   - onReturn: Called when the user presses Return.
  public init(
    _ placeholder: String, onChange: @escaping @MainActor (String) -> Void,
    onReturn: @escaping @MainActor () -> Void
  ) {
    widget.set("placeholder-text", to: placeholder)
    widget.setMargins(8)
    gtk_widget_set_name(widget, "search")
    widget.on("search-changed") { [self] in onChange(text) }
    widget.on("stop-search") { [self] in clear() }
    widget.on("activate", onReturn)
  }

  /// The text in the field.
  public var text: String {
    gtk_editable_get_text(widget.opaque).map { String(cString: $0) } ?? ""
  }

  /// Moves the focus to the field, and selects the text.
  public func focus() {
    gtk_widget_grab_focus(widget)
    gtk_editable_select_region(widget.opaque, 0, -1)
  }

  /// Empties the field.
  public func clear() {
    gtk_editable_set_text(widget.opaque, "")
  }
}
