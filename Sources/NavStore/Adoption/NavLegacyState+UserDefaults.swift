import NavStorePlatform

#if canImport(Darwin)
  extension NavLegacyState {
    /// A value of the user defaults, `Data` or a string, with the JSON of an array of routes.
    ///
    /// The value is read as ``json(file:removesAfterward:)`` reads a file.
    public static func json(
      userDefaults key: String, in defaults: UserDefaults = .standard, removesAfterward: Bool = true
    ) -> NavLegacyState<Element> {
      json(in: .userDefaults(defaults, key: key, removesAfterward: removesAfterward))
    }

    /// A value of the user defaults, `Data` or a string, with the JSON of a `NavigationPath`.
    ///
    /// The value is read as ``navigationPath(file:typeNames:removesAfterward:)`` reads a file.
    public static func navigationPath(
      userDefaults key: String, in defaults: UserDefaults = .standard,
      typeNames: [String: any NavRoute.Type] = [:], removesAfterward: Bool = true
    ) -> NavLegacyState<Element> {
      navigationPath(
        in: .userDefaults(defaults, key: key, removesAfterward: removesAfterward),
        typeNames: typeNames)
    }
  }

  extension OldBytes {
    fileprivate static func userDefaults(
      _ defaults: UserDefaults, key: String, removesAfterward: Bool
    ) -> OldBytes {
      let defaults = SharedDefaults(value: defaults)
      var bytes = OldBytes {
        switch defaults.value.object(forKey: key) {
        case nil: return nil
        case let data as Data: return data
        case let text as String: return Data(text.utf8)
        default: throw FailureCause.unreadable
        }
      }
      if removesAfterward { bytes.remove = { defaults.value.removeObject(forKey: key) } }
      return bytes
    }
  }

  /// `UserDefaults` is documented as thread-safe, but isn't `Sendable` in every SDK.
  private struct SharedDefaults: @unchecked Sendable {
    let value: UserDefaults
  }
#endif
