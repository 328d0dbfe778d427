import NavStorePlatform

/// A stack as an app saved it before it had a store.
enum OldStack<R> {
  case nothingThere
  case unreadable
  case undecodable

  /// Bottom first; with a hash of what they were read from, by which the source is known again.
  case routes([OldRoute<R>], hash: Int64)
}

struct OldRoute<R> {
  /// The name of its type as it was found.
  let tag: String?
  let version: Int?
  let route: Result<R, FailureCause>
}

extension OldStack: Sendable where R: Sendable {}
extension OldRoute: Sendable where R: Sendable {}

extension OldStack {
  /// What `parse` makes of the bytes; its nil: they are something else than expected.
  init(_ bytes: OldBytes, parse: (Data) -> [OldRoute<R>]?) {
    do {
      guard let data = try bytes.read() else {
        self = .nothingThere
        return
      }
      self = parse(data).map { .routes($0, hash: Fingerprint(of: data).value) } ?? .undecodable
    } catch {
      self = .unreadable
    }
  }

  /// Whether nothing of it would be lost.
  var isWhole: Bool {
    guard case .routes(let routes, _) = self else { return false }
    return routes.allSatisfy { if case .success = $0.route { true } else { false } }
  }

  /// By what its source is known again; nil if it gives nothing.
  var hash: Int64? {
    if case .routes(_, let hash) = self { hash } else { nil }
  }

  /// What a policy makes of it: the routes that come along, and those that don't.
  ///
  /// ``NavStore/RestorePolicy/Salvage/fail`` is as good as `discard` here: old state is no reason
  /// for an app not to start.
  func salvaged(
    by policy: NavUndecodablePolicy<R>
  ) -> (routes: [R], losses: [NavRestorationFailure]) {
    func none(_ cause: FailureCause) -> (routes: [R], losses: [NavRestorationFailure]) {
      ([], [NavRestorationFailure(position: 0, typeName: nil, version: nil, cause: cause)])
    }
    let old: [OldRoute<R>]
    switch self {
    case .nothingThere: return ([], [])
    case .unreadable: return none(.unreadable)
    case .undecodable: return none(.undecodable)
    case .routes(let routes, _): old = routes
    }
    var routes: [R] = []
    var losses: [NavRestorationFailure] = []
    var isCut = false
    for (position, old) in old.enumerated() {
      do throws(FailureCause) {
        let route = try old.route.get()
        guard !isCut else { throw .aboveFailure }
        routes.append(route)
      } catch {
        let loss = NavRestorationFailure(
          position: position, typeName: old.tag, version: old.version, cause: error)
        losses.append(loss)
        if case .substitute(let replacement) = policy {
          if let route = replacement(loss) { routes.append(route) }
        } else {
          isCut = true
        }
      }
    }
    switch policy {
    case .resetToRoot where !losses.isEmpty, .fail where !losses.isEmpty: routes = []
    default: break
    }
    return (routes, losses)
  }
}

extension RouteCodec {
  /// Old routes that the app has read itself, bottom first.
  func adopt(_ routes: [R]) -> OldStack<R> {
    var fingerprint = Fingerprint()
    for route in routes {
      // One that cannot be stored is as good as any other.
      fingerprint.combine((try? encode(route))?.fingerprint ?? 0)
    }
    return .routes(
      routes.map { OldRoute(tag: nil, version: nil, route: .success($0)) },
      hash: fingerprint.value)
  }

  /// Reads a payload that an app wrote itself, as the first version of its type.
  ///
  /// - Parameters:
  ///   - tag: Which type it is.
  ///   - name: Its type's name as it was found, for the account of losses.
  func adopt(_ payload: Data, tag: String, named name: String) -> OldRoute<R> {
    let raw = RawRoute(
      tag: tag, version: 1, payload: payload,
      fingerprint: StoredRoute.fingerprint(tag: tag, version: 1, payload: payload))
    return OldRoute(
      tag: name, version: nil,
      route: Result { () throws(FailureCause) in try decode(raw) })
  }
}
