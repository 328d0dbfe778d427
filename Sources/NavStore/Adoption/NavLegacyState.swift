import NavStorePlatform

/// A path that the app saved before it used this library. The store imports it once.
///
/// ```swift
/// window.router(AppRoute.self, migratingFrom: .json(file: oldFile))
/// ```
///
/// The old path is read, on the calling thread, when its stack is first used in a process and was
/// never saved in the store. The first stack of that name that is used imports it. It isn't
/// imported later for another window or account, or again after an erasure, because the store keeps
/// a hash of its content.
///
/// The imported stack is saved when something in its window changes, or when the app has run with
/// it for five seconds or exited normally. A window that is replaced before that, such as a
/// signed-out window at launch, keeps nothing; the next window or the next launch imports the path.
/// Its screens become visits when the user goes back to them.
///
/// The old value is removed at a later launch that restores the stack from the store without a
/// failure, once the app has run for five seconds or exited normally. A value that can't be decoded
/// as a whole is kept. Erasing the account that imported the value removes it in any case, and
/// ``NavStore/eraseAccount(_:)`` returns the number of values that could not be removed. Elements
/// that can't be imported are reported by ``NavRestoration/failures`` and in the log, and nothing
/// throws.
public struct NavLegacyState<Element>: Sendable {
  /// Returns the old stack. Never called on the writer's queue, because it may run the app's code.
  let read: @Sendable (RouteCodec<Element>) -> OldStack<Element>

  /// Removes the old value; `nil` if it is kept.
  var remove: (@Sendable () throws -> Void)?
  /// Called when the old value may be removed.
  package var safeToRemove: (@Sendable () -> Void)?

  /// The name under which several stacks share the old value, of which one imports it.
  package var claimName: String?

  /// Whether the first element is the root of the stack.
  package var beginsWithRoot = false

  init(
    remove: (@Sendable () throws -> Void)? = nil,
    read: @escaping @Sendable (RouteCodec<Element>) -> OldStack<Element>
  ) {
    self.read = read
    self.remove = remove
  }

  /// A path that the app loads, and removes when the store no longer needs it.
  ///
  /// ```swift
  /// .custom { try LegacyStore().lastPath?.map(AppRoute.init) }
  /// ```
  ///
  /// Use it for JSON with its own settings, such as another date strategy, and for values of
  /// another kind. The store keeps both closures until the restored stack is confirmed.
  ///
  /// - Parameters:
  ///   - load: Returns the elements, bottom first, or `nil` if there is no old path.
  ///   - remove: Removes the old value, on any thread. It is called when a file would be removed, at each
  ///     launch that still loads a path.
  public static func custom(
    load: @escaping @Sendable () throws -> [Element]?, remove: (@Sendable () -> Void)? = nil
  ) -> NavLegacyState {
    var state = NavLegacyState { codec in
      do {
        guard let elements = try load() else { return .nothingThere }
        return codec.adopt(elements)
      } catch {
        return .unreadable
      }
    }
    state.safeToRemove = remove
    return state
  }
}

// MARK: - [Route] as JSON

extension NavLegacyState {
  /// Returns a source of JSON with an array of routes. `data` is evaluated only if needed, and is
  /// `nil` if there is none.
  package static func json(
    _ data: @autoclosure @escaping @Sendable () throws -> Data?
  ) -> NavLegacyState<Element> {
    json(in: OldBytes(read: data))
  }

  /// A file with the JSON of an array of routes, bottom first, as `JSONEncoder` writes it by default.
  ///
  /// Each route is read as version 1 of its type, and upgraded by its ``NavElement/coding``. With the coding
  /// `.stored`, it is an array of the stored type. With `.mixed` of several types nothing is imported, because
  /// the array doesn't name the types.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - removesAfterward: Whether the file is removed when the store no longer needs it. Set it to `false` if
  ///     several stacks import from one file.
  public static func json(
    file: URL, removesAfterward: Bool = true
  ) -> NavLegacyState<Element> {
    json(in: .file(file, removesAfterward: removesAfterward))
  }

  static func json(in bytes: OldBytes) -> NavLegacyState<Element> {
    NavLegacyState(remove: bytes.remove) { codec in
      OldStack(bytes) { data in
        guard let type = codec.types.first, codec.types.count == 1 else { return nil }
        let tag = RouteTag.of(type)
        return JSONArray.elements(of: data)?.map { payload in
          codec.adopt(payload, tag: tag, named: tag)
        }
      }
    }
  }
}

// MARK: - NavigationPath

extension NavLegacyState {
  /// Returns a source of JSON with a `NavigationPath`. `data` is evaluated only if needed, and is
  /// `nil` if there is none.
  package static func navigationPath(
    _ data: @autoclosure @escaping @Sendable () throws -> Data?,
    typeNames: [String: any NavRoute.Type] = [:]
  ) -> NavLegacyState<Element> {
    navigationPath(in: OldBytes(read: data), typeNames: typeNames)
  }

  /// A file with the JSON of SwiftUI's `NavigationPath.CodableRepresentation`, as `JSONEncoder` writes it by
  /// default.
  ///
  /// Apple doesn't document the format. Since iOS 16, it is a flat array of strings with two for
  /// each element, the top one first: the name of its type and its JSON. An element is imported if
  /// that name, without the module, is known: as a type of the stack, in the type's
  /// ``NavElement/coding``, or in `typeNames`.
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
    NavLegacyState(remove: bytes.remove) { codec in
      let names = OldTypeNames(codec.types, more: typeNames)
      return OldStack(bytes) { data in
        NavigationPathJSON(data)?.elements.map { element in
          codec.adopt(
            element.json, tag: names.tag(for: element.typeName), named: element.typeName)
        }
      }
    }
  }
}

/// The bytes of an old value.
struct OldBytes: Sendable {
  /// Returns the bytes, or `nil` if there are none.
  let read: @Sendable () throws -> Data?

  /// Removes the bytes; `nil` if they are kept.
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
