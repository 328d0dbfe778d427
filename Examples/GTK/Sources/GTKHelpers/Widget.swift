import CGTK

/// A pointer to a GTK widget.
///
/// The parent of a widget owns it. GTK owns a window until the window is closed.
public typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer {
  /// The pointer as the type that Swift gives to GTK's classes with hidden fields.
  public var opaque: OpaquePointer { OpaquePointer(self) }

  /// Returns the pointer as a pointer to another GTK class or interface.
  ///
  /// GTK's cast macros do the same in C.
  public func cast<T>(to type: T.Type = T.self) -> UnsafeMutablePointer<T> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }
}

extension Widget {
  /// Adds CSS classes to the widget.
  ///
  /// Spaces in `names` separate the classes.
  public func add(classes names: String) {
    for name in names.split(separator: " ") { gtk_widget_add_css_class(self, String(name)) }
  }

  /// Sets all four margins of the widget, in pixels.
  public func setMargins(_ size: Int32) {
    gtk_widget_set_margin_start(self, size)
    gtk_widget_set_margin_end(self, size)
    gtk_widget_set_margin_top(self, size)
    gtk_widget_set_margin_bottom(self, size)
  }

  /// Sets a text property of the widget for which GTK has no setter function.
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

// MARK: - Making widgets

/// Returns a box that shows widgets in a row or in a column.
@MainActor
public func box(
  _ orientation: GtkOrientation, spacing: Int32 = 0, classes: String = "", _ children: Widget...
) -> Widget {
  let box: Widget = gtk_box_new(orientation, spacing)
  box.add(classes: classes)
  for child in children { gtk_box_append(box.cast(), child) }
  return box
}

/// Returns a label with left-aligned text that wraps.
@MainActor
public func label(_ text: String, classes: String = "") -> Widget {
  let label: Widget = gtk_label_new(text)
  gtk_label_set_xalign(label.opaque, 0)
  gtk_label_set_wrap(label.opaque, 1)
  label.add(classes: classes)
  return label
}

/// Returns a button with an icon that runs an action.
///
/// The button is enabled while the action is enabled.
@MainActor
public func button(icon: String, action: String, tip: String) -> Widget {
  let button: Widget = gtk_button_new_from_icon_name(icon)
  gtk_actionable_set_action_name(button.opaque, action)
  gtk_widget_set_tooltip_text(button, tip)
  gtk_widget_set_name(button, action)
  return button
}

/// Returns a view that scrolls its child vertically and fills the available height.
@MainActor
public func scroller(_ child: Widget? = nil) -> Widget {
  let scroller: Widget = gtk_scrolled_window_new()
  gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
  gtk_scrolled_window_set_child(scroller.opaque, child)
  gtk_widget_set_vexpand(scroller, 1)
  return scroller
}

/// Returns a button that shows a menu, and releases the menu's model.
@MainActor
public func menuButton(_ menu: Menu) -> Widget {
  let button: Widget = gtk_menu_button_new()
  gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
  gtk_menu_button_set_menu_model(button.opaque, menu.menuModel)
  g_object_unref(Object(menu.model))
  return button
}

/// Returns a drop-down list of titles, one of which is selected.
///
/// When the user selects another title, calls `onSelect` with the index of that title.
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

/// A text field for a search.
@MainActor
public struct SearchField {
  /// The field as a widget.
  public let widget: Widget = gtk_search_entry_new()

  /// Creates an empty field.
  ///
  /// The Escape key removes its text.
  ///
  /// - Parameters:
  ///   - placeholder: The text that is shown while the field is empty.
  ///   - onChange: Called with the new text, shortly after the user stops typing.
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

  /// Moves the keyboard focus to the field, and selects its text.
  public func focus() {
    gtk_widget_grab_focus(widget)
    gtk_editable_select_region(widget.opaque, 0, -1)
  }

  /// Removes the text in the field.
  public func clear() {
    gtk_editable_set_text(widget.opaque, "")
  }
}
