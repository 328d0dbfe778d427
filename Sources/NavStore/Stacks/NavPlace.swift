import NavStorePlatform

/// A position in an app as a value that can be sent: to another device of the user, in a bug
/// report, to a test.
///
/// ```swift
/// let report = try JSONEncoder().encode(router.place)
/// let place = try JSONDecoder().decode(NavPlace.self, from: report)
/// try router.open(place)
/// ```
///
/// A place has the path below the lowest screen that can't be stored. It also has the route of the
/// root screen, and the selected tab or the selection of a split view. Places that were encoded
/// before the app renamed its routes can still be read. A place takes at most 16 KiB as JSON. The
/// JSON shows the routes to anyone who has it.
public struct NavPlace: Hashable, Codable, Sendable {
  /// The title of the top screen's item, if it has one.
  public let title: String?

  /// The version of the encoded form of the place.
  private let format: Int

  /// A digest of the key of the account to which the place belongs.
  fileprivate let account: String
  fileprivate let root: Route?
  fileprivate let path: [Route]

  /// The selected tab, or the selection of a split view, as JSON.
  private var selection: String?

  fileprivate struct Route: Hashable, Codable, Sendable {
    let tag: String
    let version: Int
    let json: String

    var raw: RawRoute { RawRoute(tag: tag, version: version, payload: Array(json.utf8)) }
  }

  private static let newestFormat = 1

  /// The largest size of a place as JSON, in bytes. An activity for Handoff should have a few
  /// kilobytes, and all values in iCloud's key-value store share a megabyte.
  private static let longest = 16_384

  private enum CodingKeys: String, CodingKey {
    case title, format = "navPlace", account, root, path, selection
  }

  /// Decodes a place that a `NavPlace` has encoded.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` if a newer version of the library
  ///   encoded the place, or if it takes more than 16 KiB; the decoder's error if a part is
  ///   missing.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    format = try values.decode(Int.self, forKey: .format)
    guard format == Self.newestFormat else {
      throw NavStore.Error.invalid(
        "A place of form \(format) can't be read. Update the app that opens it.")
    }
    title = try values.decodeIfPresent(String.self, forKey: .title)
    account = try values.decode(String.self, forKey: .account)
    root = try values.decodeIfPresent(Route.self, forKey: .root)
    path = try values.decode([Route].self, forKey: .path)
    selection = try values.decodeIfPresent(String.self, forKey: .selection)
    guard isShort else { throw NavStore.Error.invalid("The place is longer than 16 KiB.") }
  }

  /// Creates a place from encoded routes. Returns `nil` if the place takes more than 16 KiB.
  fileprivate init?(account: String, title: String?, root: StoredRoute?, path: [StoredRoute]) {
    func route(_ stored: StoredRoute) -> Route {
      Route(
        tag: stored.raw.tag, version: stored.raw.version,
        json: String(decoding: stored.raw.payload, as: UTF8.self))
    }
    format = Self.newestFormat
    self.account = Self.digest(of: account)
    self.title = title
    self.root = root.map(route)
    self.path = path.map(route)
    guard isShort else { return nil }
  }

  private var isShort: Bool {
    (try? JSONEncoder().encode(self)).map { $0.count <= Self.longest } ?? false
  }

  fileprivate static func digest(of account: String) -> String {
    var fingerprint = Fingerprint()
    fingerprint.combine("account")
    fingerprint.combine(account)
    return String(UInt64(bitPattern: fingerprint.value), radix: 16)
  }
}

extension NavPlace {
  /// Returns a copy of the place with `selection`, a selected tab or the selection of a split view.
  /// Returns `nil` if `selection` can't be encoded, or the copy would take more than 16 KiB.
  package func selecting(_ selection: some Encodable) -> NavPlace? {
    guard let json = try? JSONEncoder().encode(selection) else { return nil }
    var place = self
    place.selection = String(decoding: json, as: UTF8.self)
    return place.isShort ? place : nil
  }

  /// Returns the selected tab, or the selection of a split view, that the place has; `nil` if it
  /// has none.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` if the place's selection can't be
  ///   decoded as `type`.
  package func selection<Selection: Decodable>(
    as type: Selection.Type
  ) throws(NavStore.Error) -> Selection? {
    guard let selection else { return nil }
    do {
      return try JSONDecoder().decode(type, from: Data(selection.utf8))
    } catch {
      throw .invalid("The place has a selection that this app does not have: \(error)")
    }
  }
}

extension NavStore.Session {
  /// The root route, the path and the account of the stack as a place, or `nil` if the place takes
  /// more than 16 KiB. Costs O(depth), and encodes each route.
  package var place: NavPlace? {
    let (root, nodes) = withState { state in
      let stack = state.stack.settled
      return (
        stack.isRootForgotten ? nil : stack.rootRoute,
        stack.chain.filter { !$0.isForgotten }.map { (node: $0, route: $0.route) }
      )
    }
    let storedRoot = StoredRoot(root, codec: core.codec)
    var stored: [StoredRoute] = []
    if !storedRoot.isTransient {
      for (_, route) in nodes {
        guard let route, let form = try? core.codec.encode(route) else { break }
        stored.append(form)
      }
    }
    let top = stored.indices.last.map { nodes[$0].node }
    return NavPlace(
      account: key.account, title: top.flatMap(core.title), root: storedRoot.route, path: stored)
  }

  /// Returns the root route and the path of a place, up to the first route that can't be decoded.
  /// The result also has the restoration failures.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` for a place of another account,
  ///   unless `allowsOtherAccounts` is set.
  package func restoration(
    of place: NavPlace, allowsOtherAccounts: Bool
  ) throws(NavStore.Error) -> NavRestoration<R> {
    guard allowsOtherAccounts || place.account == NavPlace.digest(of: key.account) else {
      throw .invalid(
        "The place is of another account. Sign in to that account, or allow other accounts.")
    }
    var salvage = Salvager()
    if let root = place.root { salvage.readRoot(root.raw, with: core.codec) }
    let path = place.path
    let rows = path.indices.reversed().map { index in
      VisitTable.ChainRow(
        id: Int64(index + 1), parent: Int64(index), time: nil, route: path[index].raw)
    }
    salvage.read((rows, isWhole: true), with: core.codec)
    return NavRestoration(
      root: salvage.rootRoute?.unboxed(as: R.self),
      path: salvage.chain.compactMap(\.route).unboxed(), failures: salvage.failures, savedAt: nil,
      skippedReason: nil)
  }
}
