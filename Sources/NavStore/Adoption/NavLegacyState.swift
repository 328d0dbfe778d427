import NavStorePlatform

/// A path that the app saved before it used this library. The store imports it once.
///
/// ```swift
/// window.router(AppRoute.self, migratingFrom: .json(file: oldFile))
/// ```
///
/// The old path is read on the calling thread, when its stack is first used in a process and was
/// never saved in the store. If several windows or accounts have a stack with the same name, the
/// stack that is used first imports the path. The store keeps a hash of the path's content. So the
/// path isn't imported later for another window or account, or again after an erasure.
///
/// The imported stack is saved when something in its window changes, or when the app has run with
/// the window for five seconds or exited normally. If the app replaces the stack's window before
/// the stack is saved, the import is undone. An example is a signed-out window, which is replaced
/// at launch when the app knows its user. The next window or the next launch then imports the path.
/// A screen of the imported path becomes a visit when the user goes back to it.
///
/// The old value, such as the file, is removed at a later launch that restores the stack from the
/// store without a failure. In that launch, it is removed when the app has run for five seconds or
/// exited normally. An old value is kept if any of its routes can't be decoded. Erasing the account
/// that imported the old value removes it in any case. ``NavStore/eraseAccount(_:)`` returns the
/// number of old values that could not be removed. Elements that can't be imported are reported by
/// ``NavRestoration/failures`` and in the log. No error is thrown for them.
public struct NavLegacyState<Element>: Sendable {
  /// Removes the file or value that has the old path; `nil` if the store must not remove it. Called
  /// when the store no longer needs it.
  package var remove: (@Sendable () throws -> Void)?

  /// Returns the old stack; `nil` if there is none. `box` puts an element that the app has loaded
  /// itself in a box. Without `box`, the boxes are empty.
  let load: @Sendable (RouteCodec, _ box: ((Element) -> ErasedRoute)?) throws -> OldStack?

  /// The name of the import; `nil` for the name of the stack. Several stacks that can import the
  /// old value have the same name here, so that only one of them imports it.
  package var claimName: String?

  /// Whether the first element of the old path is the root of the stack.
  package var beginsWithRoot = false

  /// A path that the app loads, and removes when the store no longer needs it.
  ///
  /// ```swift
  /// .custom { try LegacyStore().lastPath?.map(AppRoute.init) }
  /// ```
  ///
  /// Use it for JSON that needs other decoder settings, such as a date strategy, and for old values
  /// that aren't JSON. The store retains both closures, because erasing the account calls them
  /// again.
  ///
  /// - Parameters:
  ///   - load: Returns the elements, bottom first, or `nil` if there is no old path.
  ///   - remove: Removes the old value, on any thread. It is called when
  ///     ``json(file:removesAfterward:)`` would remove its file, at each launch in which `load`
  ///     returns a path.
  public static func custom(
    load: @escaping @Sendable () throws -> [Element]?, remove: (@Sendable () -> Void)? = nil
  ) -> NavLegacyState {
    NavLegacyState(remove: remove) { codec, box in
      try load().map { elements in codec.adopt(elements.map { box?($0) ?? ErasedRoute() }) }
    }
  }

  /// Reads the old stack. Never call this on the store's write queue, because it may run the app's
  /// code.
  func read(_ codec: RouteCodec, _ box: ((Element) -> ErasedRoute)?) -> OldStack {
    do {
      return try load(codec, box) ?? OldStack()
    } catch {
      let cause = error as? FailureCause ?? .unreadable
      return OldStack(routes: [OldRoute(route: .failure(cause))])
    }
  }
}

// MARK: - [Route] as JSON

extension NavLegacyState {
  /// A file with the JSON of an array of routes, bottom first, as `JSONEncoder` writes it by
  /// default.
  ///
  /// For a selected tab or the selection of a split view, the file has the JSON of the value itself.
  ///
  /// Each route is read as version 1 of its type, and upgraded by its ``NavElement/coding``. With
  /// the coding `.stored`, the file has an array of the stored type. With `.mixed` of several types
  /// nothing is imported, because the array doesn't name the types.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - removesAfterward: Whether the file is removed when the store no longer needs it. Set it to
  ///     `false` if several stacks import from one file.
  public static func json(
    file: URL, removesAfterward: Bool = true
  ) -> NavLegacyState<Element> {
    json(in: .file(file, removesAfterward: removesAfterward))
  }

  static func json(in bytes: OldBytes) -> NavLegacyState<Element> {
    NavLegacyState(remove: bytes.remove) { codec, box in
      try OldStack(bytes) { data in
        let coder = JSONCoder()
        guard let type = codec.types.first else {
          // A value of a window is not stored as a route.
          let value = (Element.self as? any Decodable.Type).flatMap { coder.decode($0, from: data) }
          return (value as? Element).map { element in
            [OldRoute(route: .success(box?(element) ?? ErasedRoute()))]
          }
        }
        guard codec.types.count == 1 else { return nil }
        let tag = RouteTag.of(type)
        return coder.decode([CodableJSON].self, from: data)?.map { route in
          codec.adopt((try? coder.encode(route)) ?? [], tag: tag, named: tag)
        }
      }
    }
  }
}

// MARK: - NavigationPath

extension NavLegacyState {
  /// A file with the JSON of SwiftUI's `NavigationPath.CodableRepresentation`, as `JSONEncoder`
  /// writes it by default.
  ///
  /// Apple doesn't document the format. Since iOS 16, it is a flat array of strings with two
  /// strings for each element: the name of its type and its JSON. The top element is first. An
  /// element is imported if its type's name, without the module, is known. It can be the name of a
  /// type of the stack, a name in that type's ``NavElement/coding``, or a name in `typeNames`.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - typeNames: Other names that the types had, with or without their module.
  ///   - removesAfterward: Whether the file is removed when the store no longer needs it.
  public static func navigationPath(
    file: URL, typeNames: [String: any NavRoute.Type] = [:], removesAfterward: Bool = true
  ) -> NavLegacyState<Element> {
    navigationPath(in: .file(file, removesAfterward: removesAfterward), typeNames: typeNames)
  }

  static func navigationPath(
    in bytes: OldBytes, typeNames: [String: any NavRoute.Type]
  ) -> NavLegacyState<Element> {
    NavLegacyState(remove: bytes.remove) { codec, _ in
      try OldStack(bytes) { data in
        NavigationPathJSON(data, of: codec.types, more: typeNames)?.elements.map { element in
          codec.adopt(element.json, tag: element.tag, named: element.typeName)
        }
      }
    }
  }
}

/// The bytes of legacy state, in a file or in the user defaults.
struct OldBytes: Sendable {
  /// Returns the bytes, or `nil` if there are none.
  let read: @Sendable () throws -> Data?

  /// Removes the bytes; `nil` if the store must not remove them.
  var remove: (@Sendable () throws -> Void)?

  static func file(_ file: URL, removesAfterward: Bool) -> OldBytes {
    var bytes = OldBytes {
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      return try Data(contentsOf: file)
    }
    if removesAfterward { bytes.remove = { try FileManager.default.removeItem(at: file) } }
    return bytes
  }
}
