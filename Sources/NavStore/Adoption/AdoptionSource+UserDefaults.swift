import NavStorePlatform

#if canImport(Darwin)
  extension NavStore.AdoptionSource {
    /// As ``json(_:)``, from a key of `UserDefaults` whose value is `Data` or a string; the key is
    /// removed once it is no longer needed, unless `removesAfterward` is false.
    public static func userDefaults(
      _ defaults: UserDefaults = .standard, key: String, removesAfterward: Bool = true
    ) -> NavStore.AdoptionSource<R> {
      json(in: .userDefaults(defaults, key: key, removesAfterward: removesAfterward))
    }

    /// As ``navigationPath(_:typeNames:)``, from a key of `UserDefaults` whose value is `Data` or a
    /// string; the key is removed once it is no longer needed, unless `removesAfterward` is false.
    public static func navigationPath(
      userDefaults defaults: UserDefaults, key: String,
      typeNames: [String: any NavRoute.Type] = [:], removesAfterward: Bool = true
    ) -> NavStore.AdoptionSource<R> {
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
        default: throw NeitherDataNorString()
        }
      }
      if removesAfterward { bytes.remove = { defaults.value.removeObject(forKey: key) } }
      return bytes
    }
  }

  /// `UserDefaults` is thread-safe by its documentation; not every SDK says so to the compiler.
  private struct SharedDefaults: @unchecked Sendable {
    let value: UserDefaults
  }

  private struct NeitherDataNorString: Error {}
#endif
