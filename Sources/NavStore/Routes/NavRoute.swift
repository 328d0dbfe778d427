/// A value that can be on a stack.
///
/// Most apps have one enumeration of routes (``NavRoute``). A stack of values that aren't
/// `Codable`, or of routes of several types, has an element type of its own:
///
/// ```swift
/// struct Page: NavElement {
///   let article: Article
///   static let coding = NavCoding<Page>.stored(as: StoredPage.self) { page in
///     StoredPage(id: page.article.id)
///   } from: { stored in
///     Page(article: Article(id: stored.id))
///   }
/// }
/// ```
///
/// If the default isolation of the app's module is the main actor, an element is still not
/// isolated, because this protocol is `Sendable`. The app's own types of the element's properties
/// are isolated, so declare these types inside the element, or as `nonisolated`.
public protocol NavElement: Hashable, Sendable {
  /// The stored form of the type's values. Each store reads it once. It must not change while the
  /// app runs.
  static var coding: NavCoding<Self> { get }
}

/// A value that names one screen and its parameters, and is stored as JSON.
///
/// ```swift
/// enum AppRoute: NavRoute {
///   case category(String), product(id: Int), settings
/// }
/// ```
///
/// The file stores a name, a version and the route's JSON, but never a module name, a mangled name
/// or a `hashValue`. A `Set`, and a dictionary with keys other than strings, encode differently in
/// each launch, so a route with one of them is a different item each time. Use sorted arrays.
///
/// Both requirements have defaults, so a misspelled requirement compiles and is never used. A
/// contract check in the app's tests (`NavStoreTesting`) compares the build with routes that
/// earlier builds recorded. The check fails if the build can't read these routes, or if they belong
/// to other items than when they were recorded.
public protocol NavRoute: NavElement, Codable {
  /// The settings of this route in the store. Read on any thread, once for each change that is
  /// saved.
  var routeTraits: NavRouteTraits { get }
}

extension NavRoute {
  /// The default form: JSON of version 1, under the name of the type.
  public static var coding: NavCoding<Self> { .codable() }

  /// The default traits: the route is stored, and is in the history as an item that is derived from
  /// its stored form.
  public var routeTraits: NavRouteTraits { NavRouteTraits() }
}

/// The settings of one route in the store: whether it is stored, and its item in the history.
public struct NavRouteTraits: Sendable, Hashable {
  package let itemID: String?
  package let kind: String?
  package let isStored: Bool
  package let isInHistory: Bool

  /// Creates traits, with the default for each argument that is left out.
  ///
  /// - Parameters:
  ///   - itemID: The identifier of the item that the route shows. Routes with the same identifier
  ///     are one item in "Recently viewed". The default is the enum case with its value's `id`, if
  ///     it has one, or else the whole stored route.
  ///   - kind: The name of a group of items. The default is the enum case, or the stored name of a
  ///     type that isn't an enum.
  ///   - isStored: Whether the route is written to the file. Use `false` for a one-time password or
  ///     a half-typed card number, for example. The stored stack then ends below the route. The
  ///     routes above it are in the history, with the nearest stored visit below as their parent.
  ///   - isInHistory: Whether the route is in the history. If `false`, it is restored like any
  ///     other route, but is in no list of visits or items.
  public init(
    itemID: String? = nil, kind: String? = nil, isStored: Bool = true, isInHistory: Bool = true
  ) {
    self.itemID = itemID
    self.kind = kind
    self.isStored = isStored
    self.isInHistory = isInHistory
  }
}
