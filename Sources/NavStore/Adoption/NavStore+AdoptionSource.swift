import NavStorePlatform

extension NavStore {
  /// Where users' old saved state lies, from before the app had a store.
  ///
  /// ```swift
  /// let router = window.router(AppRoute.self, migratingFrom: .json(file: oldFile))
  /// ```
  ///
  /// Used only if the stack has never been saved in the store: not over one that was saved at
  /// its root screen, nor over one that cannot be read. It is read when its stack is first asked
  /// for in a process, on the thread that asks; one that is not needed is not read.
  ///
  /// Adopted once, by the first caller that asks for a stack of that name: another window, an
  /// account that signs in later, or an account that was erased, does not get it again. The store
  /// knows it by a hash of its content, and does not forget that with anything that is erased. Only
  /// a store whose file was deleted adopts anew.
  ///
  /// The adopted stack is saved when it is first shown, with the first change, or by a save of the
  /// very same path; its screens become visits when the user comes back to them. If the app ends
  /// before that, the next launch adopts again.
  ///
  /// The old value stays until our own copy has proved itself: in a later launch the stack was
  /// restored from the store, whole, and that was confirmed as ``RestoreGuard`` says: by some
  /// seconds of life, or an end in good order. Then a file or a `UserDefaults` key is removed, if all of it
  /// can be decoded; what would lose a route stays. A source serves one stack: give those that
  /// share one `removesAfterward: false`. Deleting a scene does not remove an old value that is
  /// still there; erasing the account that took it over does, whatever it holds, and
  /// ``eraseAccount(_:)`` returns the number of those that could not be removed.
  ///
  /// What came of it: ``Restoration/adoption``. Nothing about old state throws.
  public struct AdoptionSource<R>: Sendable {
    let kind: AdoptionKind

    /// Gives the old stack. Never on the writer's queue: it may run the app's code.
    let read: @Sendable (RouteCodec<R>) -> OldStack<R>

    /// Takes the old value away; nil if it is not ours to take.
    var remove: (@Sendable () throws -> Void)?
    private(set) var safeToRemove: (@Sendable () -> Void)?

    /// If several stacks might take it over, of which one may: what they have in common.
    package var claimName: String?

    /// Whether the route at the bottom is the root of the stack.
    package var beginsWithRoot = false

    init(
      _ kind: AdoptionKind, remove: (@Sendable () throws -> Void)? = nil,
      read: @escaping @Sendable (RouteCodec<R>) -> OldStack<R>
    ) {
      self.kind = kind
      self.read = read
      self.remove = remove
    }

    /// Old state that only the app can read. Nil means that there is none.
    ///
    /// ```swift
    /// .custom { try LegacyStore().lastPath?.map(AppRoute.init) }
    /// ```
    ///
    /// Also for JSON that was written with settings of its own, such as another date strategy. The
    /// routes come bottom first. What `read` throws is reported as unreadable. The store keeps
    /// `read` until the restore is confirmed: a store that `read` captures is not released before
    /// that.
    public static func custom(
      _ read: @escaping @Sendable () throws -> [R]?
    ) -> AdoptionSource {
      AdoptionSource(.custom) { codec in
        do {
          guard let routes = try read() else { return .nothingThere }
          return codec.adopt(routes)
        } catch {
          return .unreadable
        }
      }
    }

    /// The source with a call for when its old value is no longer needed: for data that the store
    /// cannot remove itself.
    ///
    /// Called under the conditions under which a file is removed, at each launch that meets them
    /// and still finds the old value; on any thread. The value is read once more before that. Also
    /// called when the account that took it over is erased.
    public func onSafeToRemove(_ body: @escaping @Sendable () -> Void) -> AdoptionSource {
      var source = self
      source.safeToRemove = body
      return source
    }
  }

  /// What kind of source old state comes from.
  package struct AdoptionKind: Equatable, Sendable, CustomStringConvertible {
    /// The name, as in `navigationPath`.
    package let description: String

    /// An array of routes as `JSONEncoder` writes it.
    static let json = AdoptionKind(description: "json")
    /// SwiftUI's `NavigationPath.CodableRepresentation` as `JSONEncoder` writes it.
    static let navigationPath = AdoptionKind(description: "navigationPath")
    /// A closure of the app.
    static let custom = AdoptionKind(description: "custom")
  }
}

// MARK: - [Route] as JSON

extension NavStore.AdoptionSource {
  /// An array of routes as a plain `JSONEncoder` wrote it, bottom first. Nil means there is none.
  ///
  /// `data` is evaluated only if it is needed. Each route is taken as version 1 of its type: it
  /// goes through the upgrade steps and renamed cases of its ``NavElement/coding``. With
  /// the coding `.stored`, the array is one of the stored type; with `.mixed` of several types it is
  /// undecodable, since it does not name them.
  public static func json(
    _ data: @autoclosure @escaping @Sendable () throws -> Data?
  ) -> NavStore.AdoptionSource<R> {
    json(in: OldBytes(read: data))
  }

  /// As ``json(_:)``, from a file; it is removed once it is no longer needed, unless
  /// `removesAfterward` is false.
  public static func json(
    file: URL, removesAfterward: Bool = true
  ) -> NavStore.AdoptionSource<R> {
    json(in: .file(file, removesAfterward: removesAfterward))
  }

  static func json(in bytes: OldBytes) -> NavStore.AdoptionSource<R> {
    NavStore.AdoptionSource(.json, remove: bytes.remove) { codec in
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

extension NavStore.AdoptionSource {
  /// SwiftUI's `NavigationPath.CodableRepresentation` as a plain `JSONEncoder` wrote it. Nil means
  /// there is none.
  ///
  /// Best effort: Apple does not document its shape. It has been, since iOS 16, a flat array of
  /// strings, a type's name and a value's JSON in turn, the element on top first.
  ///
  /// An element is taken for a route if its type's name, without the module, is that of a type
  /// of the stack, a name in its ``NavElement/coding``, or in `typeNames`.
  /// Others are losses. What is a route is read as ``json(_:)`` does.
  ///
  /// - Parameters:
  ///   - data: Evaluated only if it is needed.
  ///   - typeNames: More names that route types had when the path was saved, with or without their
  ///     module.
  public static func navigationPath(
    _ data: @autoclosure @escaping @Sendable () throws -> Data?,
    typeNames: [String: any NavRoute.Type] = [:]
  ) -> NavStore.AdoptionSource<R> {
    navigationPath(in: OldBytes(read: data), typeNames: typeNames)
  }

  /// As ``navigationPath(_:typeNames:)``, from a file; it is removed once it is no longer needed,
  /// unless `removesAfterward` is false.
  public static func navigationPath(
    file: URL, typeNames: [String: any NavRoute.Type] = [:], removesAfterward: Bool = true
  ) -> NavStore.AdoptionSource<R> {
    navigationPath(in: .file(file, removesAfterward: removesAfterward), typeNames: typeNames)
  }

  static func navigationPath(
    in bytes: OldBytes, typeNames: [String: any NavRoute.Type]
  ) -> NavStore.AdoptionSource<R> {
    NavStore.AdoptionSource(.navigationPath, remove: bytes.remove) { codec in
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

/// Where an old value's bytes lie.
struct OldBytes: Sendable {
  /// Nil if there are none.
  let read: @Sendable () throws -> Data?

  /// Nil if they stay.
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
