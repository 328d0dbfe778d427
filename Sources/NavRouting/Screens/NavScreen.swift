import NavStore

/// A screen on a stack. The view of the screen sets the screen's title and small values.
///
/// A view knows its route but not its depth, and a stack may contain the same route twice. A caller
/// that passes the last ``ScreenSpot`` to each call of ``find(_:)`` gets the same screen each time.
@MainActor
struct NavScreen {
  let stack: any ScreenStack

  /// The position that the screen's view knows; `nil` if it knows neither the route nor the depth.
  /// The first lookup then finds the screen on top.
  let spot: ScreenSpot?

  /// Finds the screen on its stack.
  ///
  /// - Parameter known: The position that the last call found, which this call updates.
  /// - Returns: The position; `nil` if the screen has left the stack.
  func find(_ known: inout ScreenSpot?) -> ScreenSpot? {
    let found = stack.find(spot, known: known)
    if let found { known = found }
    return found
  }
}

/// The position of a screen on its stack.
struct ScreenSpot: Sendable {
  static let root = ScreenSpot(route: nil)

  /// The route of the screen; `nil` at the root screen.
  let route: (any Hashable & Sendable)?

  /// The number of routes up to and including this screen; 0 at the root screen, and if a view
  /// knows only its route.
  var depth = 0
}

/// The functions of a router that its screens use, independent of the type of its elements.
@MainActor
protocol ScreenStack: AnyObject {
  func find(_ spot: ScreenSpot?, known: ScreenSpot?) -> ScreenSpot?
  func setTitle(_ title: String?, at spot: ScreenSpot)
  func value<T: Decodable>(
    _ type: T.Type, named name: String, of owner: NavValueOwner, at spot: ScreenSpot
  ) -> T?
  func setValue(
    _ value: (any Encodable)?, named name: String, of owner: NavValueOwner, at spot: ScreenSpot)

  func object<Object: AnyObject>(at spot: ScreenSpot, make: () -> Object) -> Object

  /// The back/forward list of the stack.
  var backForward: NavBackForwardList { get }

  /// The number of times that the stack or everything of its account was deleted.
  var erasures: Int { get }

  /// The name of the stack in its window.
  var stackName: String { get }
}

extension NavRouter: ScreenStack {
  var erasures: Int { started?.erasures ?? 0 }

  func find(_ spot: ScreenSpot?, known: ScreenSpot?) -> ScreenSpot? {
    guard let spot = spot ?? known else { return top }
    guard let route = spot.route else { return spot }
    guard let wanted = route as? Element else { return nil }
    let path = currentPath
    if let known, known.depth > 0, known.depth <= path.count, path[known.depth - 1] == wanted {
      return known
    }
    return path.lastIndex(of: wanted).map { ScreenSpot(route: wanted, depth: $0 + 1) }
  }

  func setTitle(_ title: String?, at spot: ScreenSpot) {
    guard let route = spot.route as? Element else { return }
    session.setTitle(title, of: route, atDepth: spot.depth)
  }

  func value<T: Decodable>(
    _ type: T.Type, named name: String, of owner: NavValueOwner, at spot: ScreenSpot
  ) -> T? {
    let (route, depth) = (spot.route as? Element, spot.depth)
    // A value that can't be read, or has another type, is treated as a value that was never set.
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
  /// The position of the screen on top.
  var top: ScreenSpot {
    // Not `path`, so that a view doesn't depend on the path.
    ScreenSpot(route: currentPath.last, depth: currentPath.count)
  }

  /// Returns a value of the screen on top, its item or the window, or `nil` if none is saved under
  /// that name.
  ///
  /// Costs at most one short read. In a view, use ``RestoredState``.
  public func value<Value: Decodable>(
    _ type: Value.Type = Value.self, named name: String, of owner: NavValueOwner = .screen
  ) -> Value? {
    value(type, named: name, of: owner, at: top)
  }

  /// Saves a small value with the screen on top, its item or the window. `nil` removes it.
  ///
  /// The value is in memory at once, and in the file within half a second or with the next change.
  /// A value that is over 64 KiB or can't be encoded, and the 65th value of an owner, are not
  /// saved. Such a failure is logged and listed in ``/NavStore/NavStore/saveFailures``. `Data` is
  /// saved unchanged, any other type as JSON.
  public func setValue(
    _ value: (any Encodable)?, named name: String, of owner: NavValueOwner = .screen
  ) {
    setValue(value, named: name, of: owner, at: top)
  }
}
