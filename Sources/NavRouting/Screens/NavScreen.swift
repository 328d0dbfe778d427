import NavStore

/// One screen of a stack: whose title and small values those are that a view sets.
///
/// A view knows the route that it shows, and not how deep it stands: the same route may be on the
/// stack twice. Who keeps a `depth` between calls stays with one of them.
@MainActor
struct NavScreen {
  /// What a screen shows.
  enum Place: Sendable {
    /// The root screen.
    case root

    /// A route.
    case route(any Hashable & Sendable)

    /// Nobody says: what is on top when it is first asked.
    case unknown
  }

  let stack: any ScreenStack
  let place: Place

  /// Finds the screen on its stack; nil if it has left it.
  func find(_ spot: inout ScreenSpot?) -> ScreenSpot? {
    let found = stack.find(place, known: spot)
    if let found { spot = found }
    return found
  }
}

/// Where a screen stands on its stack.
struct ScreenSpot: Sendable {
  /// Nil at the root screen.
  let route: (any Hashable & Sendable)?

  /// How many routes above the root screen.
  let depth: Int
}

/// A router as its screens see it, whatever its routes are.
@MainActor
protocol ScreenStack: AnyObject {
  func find(_ place: NavScreen.Place, known: ScreenSpot?) -> ScreenSpot?
  func setTitle(_ title: String?, at spot: ScreenSpot)
  func value<T: Decodable>(
    _ type: T.Type, named name: String, of owner: NavValueOwner, at spot: ScreenSpot
  ) -> T?
  func setValue(
    _ value: (any Encodable)?, named name: String, of owner: NavValueOwner, at spot: ScreenSpot)

  func object<Object: AnyObject>(at spot: ScreenSpot, make: () -> Object) -> Object

  /// The back/forward list.
  var backForward: NavBackForwardList { get }

  /// How often it was erased, with its account.
  var erasures: Int { get }

  /// The name of the stack in its window.
  var stackName: String { get }
}

extension NavRouter: ScreenStack {
  var erasures: Int { live?.session.erasures ?? 0 }

  func find(_ place: NavScreen.Place, known: ScreenSpot?) -> ScreenSpot? {
    // Not a read that a view depends on.
    withLive { live in
      let wanted: Element
      switch place {
      case .root: return ScreenSpot(route: nil, depth: 0)
      case .route(let route):
        guard let route = route as? Element else { return nil }
        wanted = route
      case .unknown:
        guard let known else { return ScreenSpot(route: live.path.last, depth: live.path.count) }
        guard known.depth > 0 else { return known }
        guard let route = known.route as? Element else { return nil }
        wanted = route
      }
      if let known, known.depth > 0, known.depth <= live.path.count,
        live.path[known.depth - 1] == wanted
      {
        return known
      }
      guard let index = live.path.lastIndex(of: wanted) else { return nil }
      return ScreenSpot(route: wanted, depth: index + 1)
    }
  }

  func setTitle(_ title: String?, at spot: ScreenSpot) {
    guard let route = spot.route as? Element else { return }
    session.setTitle(title, of: route, atDepth: spot.depth)
  }

  func value<T: Decodable>(
    _ type: T.Type, named name: String, of owner: NavValueOwner, at spot: ScreenSpot
  ) -> T? {
    let (route, depth) = (spot.route as? Element, spot.depth)
    // What can't be read, or was of another type once, is as if it was never set.
    return switch owner {
    case .screen: try? session.visitState(type, named: name, of: route, atDepth: depth)
    case .item: try? session.itemState(type, named: name, of: route, atDepth: depth)
    case .window:
      try? context.store.sceneValue(
        type, named: StoredNames.own(name), in: context.scene.id, of: context.live)
    }
  }

  func setValue(
    _ value: (any Encodable)?, named name: String, of owner: NavValueOwner, at spot: ScreenSpot
  ) {
    let (route, depth) = (spot.route as? Element, spot.depth)
    context.reporting { () throws(NavStore.Error) in
      switch owner {
      case .screen: try session.setVisitState(value, named: name, of: route, atDepth: depth)
      case .item: try session.setItemState(value, named: name, of: route, atDepth: depth)
      case .window: context.keep(value, named: StoredNames.own(name))
      }
    }
  }
}

extension NavRouter {
  /// Where the screen on top stands.
  var top: ScreenSpot {
    withLive { ScreenSpot(route: $0.path.last, depth: $0.path.count) }
  }

  /// Returns a value of the screen on top, its item or the window, or `nil` if none is saved under that name.
  ///
  /// Costs at most one short read. In a view see ``RestoredState``.
  public func value<Value: Decodable>(
    _ type: Value.Type = Value.self, named name: String, of owner: NavValueOwner = .screen
  ) -> Value? {
    value(type, named: name, of: owner, at: top)
  }

  /// Saves a small value with the screen on top, its item or the window. `nil` removes it.
  ///
  /// Memory has it at once, and the file within half a second or with the next change. A value over 64 KiB, one
  /// that can't be encoded, and the 65th of an owner are not saved. That is logged, and is in
  /// ``/NavStore/NavStore/saveFailures``. `Data` is saved as it is, everything else as JSON.
  public func setValue(
    _ value: (any Encodable)?, named name: String, of owner: NavValueOwner = .screen
  ) {
    setValue(value, named: name, of: owner, at: top)
  }
}
