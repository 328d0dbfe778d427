#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// A split view whose selection, columns and detail stack are restored.
  ///
  /// ```swift
  /// @Bindable var split = window.split(startingAt: Selection(), of: MailRoute.self)
  ///
  /// NavSplitView(split) {
  ///   List(selection: $split.selection.mailbox) { … }
  /// } detail: {
  ///   MessageView(split.selection.message)
  /// } destination: { route in
  ///   Screen(route)
  /// }
  /// ```
  ///
  /// The detail is a ``NavStackView``, whose documentation lists the screens that are not saved.
  /// The visible columns are saved too, and in a narrow window the column in front.
  public struct NavSplitView<
    Selection: Hashable & Codable, Element: NavElement, Sidebar: View, Middle: View, Root: View,
    Destination: View
  >: View {
    private let split: NavSplit<Selection, Element>
    private let sidebar: () -> Sidebar
    private let middle: (() -> Middle)?
    private let root: () -> Root
    private let destination: (Element) -> Destination

    /// Creates a split view with two columns.
    ///
    /// - Parameters:
    ///   - split: The split view of a window.
    ///   - sidebar: The leading column.
    ///   - root: The root screen of the detail column.
    ///   - destination: The screen of an element.
    public init(
      _ split: NavSplit<Selection, Element>, @ViewBuilder sidebar: @escaping () -> Sidebar,
      @ViewBuilder detail root: @escaping () -> Root,
      @ViewBuilder destination: @escaping (Element) -> Destination
    ) where Middle == EmptyView {
      (self.split, self.sidebar, middle) = (split, sidebar, nil)
      (self.root, self.destination) = (root, destination)
    }

    /// Creates a split view with three columns.
    ///
    /// - Parameters:
    ///   - split: The split view of a window.
    ///   - sidebar: The leading column.
    ///   - middle: The column in the middle.
    ///   - root: The root screen of the detail column.
    ///   - destination: The screen of an element.
    public init(
      _ split: NavSplit<Selection, Element>, @ViewBuilder sidebar: @escaping () -> Sidebar,
      @ViewBuilder content middle: @escaping () -> Middle,
      @ViewBuilder detail root: @escaping () -> Root,
      @ViewBuilder destination: @escaping (Element) -> Destination
    ) {
      (self.split, self.sidebar, self.middle) = (split, sidebar, middle)
      (self.root, self.destination) = (root, destination)
    }

    /// The content of the view.
    public var body: some View {
      columns.environment(split)
        .offersPlace({ split.place }, open: { try split.open($0).failures.count })
    }

    @ViewBuilder private var columns: some View {
      @Bindable var split = split
      if let middle {
        NavigationSplitView(
          columnVisibility: $split.navigationColumns,
          preferredCompactColumn: $split.navigationCompactColumn,
          sidebar: sidebar, content: middle, detail: { stack })
      } else {
        NavigationSplitView(
          columnVisibility: $split.navigationColumns,
          preferredCompactColumn: $split.navigationCompactColumn,
          sidebar: sidebar, detail: { stack })
      }
    }

    private var stack: some View {
      let router = split.detail
      return NavStackView(on: router, root: root, destination: destination)
        // Each stack has its own view. After the selection has changed, the view of the former stack
        // may still set a path, which must not change this stack.
        .id(ObjectIdentifier(router))
    }
  }

  extension NavSplit {
    /// The value of ``columnVisibility`` for `NavigationSplitView(columnVisibility:)`.
    fileprivate var navigationColumns: NavigationSplitViewVisibility {
      get { visibilities.first { $0.own == columnVisibility }?.system ?? .automatic }
      set { columnVisibility = visibilities.first { $0.system == newValue }?.own ?? .automatic }
    }

    /// The value of ``compactColumn`` for `NavigationSplitView(preferredCompactColumn:)`.
    fileprivate var navigationCompactColumn: NavigationSplitViewColumn {
      get { compactColumns.first { $0.own == compactColumn }?.system ?? .sidebar }
      set { compactColumn = compactColumns.first { $0.system == newValue }?.own ?? .sidebar }
    }
  }

  private let visibilities: [(own: NavColumnVisibility, system: NavigationSplitViewVisibility)] = [
    (.automatic, .automatic), (.all, .all), (.doubleColumn, .doubleColumn),
    (.detailOnly, .detailOnly),
  ]

  private let compactColumns: [(own: NavColumn, system: NavigationSplitViewColumn)] = [
    (.sidebar, .sidebar), (.content, .content), (.detail, .detail),
  ]
#endif
