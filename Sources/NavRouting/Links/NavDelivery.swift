#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A link on its way in, whichever entrance it takes.
///
/// An `id` names the delivery, not the link: what the system gives the notification or activity it
/// came with. A delivery with one is handled once, also where it comes again after a relaunch.
public struct NavDelivery<Route: Hashable & Sendable>: Sendable {
  /// The link; nil where there is none, or it came as text that is no URL.
  public var url: URL? {
    switch content {
    case .url(let url): url
    case .text(let text): URL(string: text)
    default: nil
    }
  }

  /// What names the delivery; nil where nothing does.
  public let id: String?

  let content: Content

  enum Content: Sendable {
    case url(URL)
    case text(String)
    case routes([Route], place: String)
    case named(String)
    case unreadable
  }

  /// A link.
  public static func url(_ url: URL, id: String? = nil) -> NavDelivery {
    NavDelivery(id: id, content: .url(url))
  }

  /// A stack that the app itself wants to open as if it were a link, bottom first.
  public static func routes(
    _ routes: [Route], in place: String = "", id: String? = nil
  ) -> NavDelivery {
    NavDelivery(id: id, content: .routes(routes, place: place))
  }

  /// A notification that was tapped.
  ///
  /// - Parameters:
  ///   - userInfo: Its payload: a link as text or `URL` under `linkKey`, or a route as JSON (text or
  ///     `Data`) under `routeKey`, for routes that are `Decodable`. The link goes first.
  ///   - linkKey: `"link"` unless given.
  ///   - routeKey: `"route"` unless given.
  ///   - id: The identifier of its request.
  public static func notification(
    _ userInfo: [AnyHashable: Any], linkKey: String = "link", routeKey: String = "route",
    id: String? = nil
  ) -> NavDelivery {
    NavDelivery(
      id: id, content: content(of: userInfo, linkKey: linkKey, routeKey: routeKey) ?? .unreadable)
  }

  /// A shortcut item that was chosen.
  ///
  /// What `userInfo` holds goes first, as for a notification; then a pattern that is
  /// ``NavPattern/named(_:)`` so; then the type itself, where it is a link.
  public static func shortcut(
    _ type: String, userInfo: [String: Any]? = nil, linkKey: String = "link",
    routeKey: String = "route", id: String? = nil
  ) -> NavDelivery {
    let found = content(of: userInfo ?? [:], linkKey: linkKey, routeKey: routeKey)
    return NavDelivery(id: id, content: found ?? .named(type))
  }

  /// A user activity: a universal link, a Handoff, a search result.
  ///
  /// Its web page goes first; then what `userInfo` holds, as for a notification; then a pattern
  /// that is ``NavPattern/named(_:)`` so.
  public static func activity(
    type: String, webpageURL: URL? = nil, userInfo: [AnyHashable: Any]? = nil,
    linkKey: String = "link", routeKey: String = "route", id: String? = nil
  ) -> NavDelivery {
    let found =
      webpageURL.map { .url($0) }
      ?? content(of: userInfo ?? [:], linkKey: linkKey, routeKey: routeKey)
    return NavDelivery(id: id, content: found ?? .named(type))
  }

  private static func content(
    of userInfo: [AnyHashable: Any], linkKey: String, routeKey: String
  ) -> Content? {
    switch userInfo[linkKey] {
    case let url as URL: return .url(url)
    case let text as String: return .text(text)
    case nil: break
    default: return .unreadable
    }
    let json: Data
    switch userInfo[routeKey] {
    case let data as Data: json = data
    case let text as String: json = Data(text.utf8)
    case nil: return nil
    default: return .unreadable
    }
    guard let type = Route.self as? any Decodable.Type,
      let route = try? JSONDecoder().decode(type, from: json) as? Route
    else { return .unreadable }
    return .routes([route], place: "")
  }
}

extension NavLinks {
  /// What a delivery comes to.
  func match(_ delivery: NavDelivery<Route>) throws(NavLinkRefusal) -> Match {
    switch delivery.content {
    case .url(let url): return try match(url)
    case .text(let text): return try match(text: text)
    case .routes(let routes, let place): return Match(routes: routes, place: place)
    case .unreadable: throw NavLinkRefusal(.badPayload)
    case .named(let name):
      if let match = try match(named: name) { return match }
      guard isLink(name) else { throw NavLinkRefusal(.unknownName) }
      return try match(text: name)
    }
  }
}

/// What became of a link.
public enum NavLinkOutcome<Route: Hashable & Sendable>: Sendable, Hashable {
  /// Its stack was opened: these routes.
  case opened([Route])

  /// It opens once a router is attached for it.
  case waiting

  /// It opens once the user has signed in, or ``NavDoor/resume()`` finds that it may.
  case parked

  /// It was handled before, or came through two entrances. Nothing has changed.
  case duplicate

  /// A stack was restored, and the rule is ``NavLaunchRule/restoreOnly``. Nothing has changed.
  case ignored

  /// It is no link that can be opened. Nothing has changed.
  case refused(NavLinkRefusal)
}
