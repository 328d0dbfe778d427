#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// A split view on ``NavSplit``: selections, the detail's stack and the visible columns are bound.
  ///
  /// ```swift
  /// struct Selection: Codable, Hashable { var category: String?; var item: Int? }
  /// @State private var split = NavSplit<Selection, AppRoute>(Selection())
  ///
  /// NavSplitView(split) { $selection in
  ///   List(selection: $selection.category) { … }
  /// } content: { $selection in
  ///   List(selection: $selection.item) { … }
  /// } detail: { selection in
  ///   ItemView(selection.item)
  /// } destination: { route in
  ///   Screen(route)
  /// }
  /// ```
  ///
  /// Two columns without `content`. The detail is a ``NavStackView``, whose root screen `detail`
  /// draws; what it does not save is said there. Which columns are visible comes back with the
  /// window, and in a narrow one the column that was in front.
  public struct NavSplitView<
    Selection: Hashable & Codable, Element: NavElement, Sidebar: View,
    Middle: View, Detail: View, Destination: View
  >: View {
    @Bindable private var split: NavSplit<Selection, Element>
    private let sidebar: (Binding<Selection>) -> Sidebar
    private let middle: ((Binding<Selection>) -> Middle)?
    private let detail: (Selection) -> Detail
    private let destination: (Element) -> Destination

    /// A split view of three columns.
    public init(
      _ split: NavSplit<Selection, Element>,
      @ViewBuilder sidebar: @escaping (Binding<Selection>) -> Sidebar,
      @ViewBuilder content: @escaping (Binding<Selection>) -> Middle,
      @ViewBuilder detail: @escaping (Selection) -> Detail,
      @ViewBuilder destination: @escaping (Element) -> Destination
    ) {
      _split = Bindable(wrappedValue: split)
      self.sidebar = sidebar
      middle = content
      self.detail = detail
      self.destination = destination
    }

    /// A split view of two columns.
    public init(
      _ split: NavSplit<Selection, Element>,
      @ViewBuilder sidebar: @escaping (Binding<Selection>) -> Sidebar,
      @ViewBuilder detail: @escaping (Selection) -> Detail,
      @ViewBuilder destination: @escaping (Element) -> Destination
    ) where Middle == EmptyView {
      _split = Bindable(wrappedValue: split)
      self.sidebar = sidebar
      middle = nil
      self.detail = detail
      self.destination = destination
    }

    /// The split view.
    public var body: some View {
      columns.environment(split)
    }

    @ViewBuilder private var columns: some View {
      if let middle {
        NavigationSplitView(
          columnVisibility: $split.navigationColumns,
          preferredCompactColumn: $split.navigationCompactColumn
        ) {
          sidebar($split.selection)
        } content: {
          middle($split.selection)
        } detail: {
          stack
        }
      } else {
        NavigationSplitView(
          columnVisibility: $split.navigationColumns,
          preferredCompactColumn: $split.navigationCompactColumn
        ) {
          sidebar($split.selection)
        } detail: {
          stack
        }
      }
    }

    private var stack: some View {
      let selection = split.selection
      let router = split.detail
      return NavStackView(Element.self, on: router) {
        detail(selection)
      } destination: { route in
        destination(route)
      }
      // Another stack is another view: what one still says of its path is not to reach the other.
      .id(ObjectIdentifier(router))
    }
  }

  extension NavSplit {
    /// ``columnVisibility``, as `NavigationSplitView(columnVisibility:)` binds it.
    public var navigationColumns: NavigationSplitViewVisibility {
      get { NavigationSplitViewVisibility(columnVisibility) }
      set { columnVisibility = NavColumnVisibility(newValue) }
    }

    /// ``compactColumn``, as `NavigationSplitView(preferredCompactColumn:)` binds it.
    public var navigationCompactColumn: NavigationSplitViewColumn {
      get {
        switch compactColumn {
        case .sidebar: .sidebar
        case .content: .content
        case .detail: .detail
        }
      }
      set {
        switch newValue {
        case .content: compactColumn = .content
        case .detail: compactColumn = .detail
        default: compactColumn = .sidebar
        }
      }
    }
  }

  extension NavigationSplitViewVisibility {
    /// What ``NavSplit`` saves, for a split view that is written out.
    public init(_ visibility: NavColumnVisibility) {
      switch visibility {
      case .automatic: self = .automatic
      case .all: self = .all
      case .doubleColumn: self = .doubleColumn
      case .detailOnly: self = .detailOnly
      }
    }
  }

  extension NavColumnVisibility {
    /// What ``NavSplit`` saves of a split view's visible columns.
    public init(_ visibility: NavigationSplitViewVisibility) {
      switch visibility {
      case .all: self = .all
      case .doubleColumn: self = .doubleColumn
      case .detailOnly: self = .detailOnly
      default: self = .automatic
      }
    }
  }
#endif
