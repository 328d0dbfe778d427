import NavStore
import NavStorePlatform

extension NavDeepLinks {
  /// The maximum length of a link, in bytes.
  private static var maximumLength: Int { 8_192 }

  /// Returns the path that a link, or the name of a shortcut or an activity, opens, with the
  /// options of its pattern.
  func match(_ url: URL) throws(NavLinkRefusal) -> (path: [Element], options: LinkOptions) {
    let isNamed = { (pattern: NavLinkPattern<Element>) in
      pattern.options.names.contains { URL(linkNamed: $0) == url }
    }
    if let pattern = patterns.first(where: isNamed) {
      return try match(pattern.template.placeholders.map { _ in [] }, of: pattern)
    }
    let link = try read(url)
    var refusal = NavLinkRefusal.unsupported
    for pattern in ranked {
      switch pattern.template.texts(of: link, forms: pattern.forms) {
      case .success(let texts): return try match(texts, of: pattern)
      case .failure(let reason): if refusal == .unsupported { refusal = reason }
      }
    }
    throw refusal
  }

  private func match(
    _ texts: [[String]], of pattern: NavLinkPattern<Element>
  ) throws(NavLinkRefusal) -> (path: [Element], options: LinkOptions) {
    do {
      return (try pattern.open(texts), pattern.options)
    } catch let error as BadLinkValue {
      throw .invalidValue(pattern.template.placeholders[error.index].text)
    } catch {
      throw .declined
    }
  }

  private func read(_ url: URL) throws(NavLinkRefusal) -> LinkText {
    guard url.absoluteString.utf8.count <= Self.maximumLength,
      let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased()
    else { throw .unsupported }
    let isWeb = scheme == "https" || scheme == "http"
    let usualPort = scheme == "https" ? 443 : 80
    guard isWeb || schemes.contains(scheme), parts.user == nil, parts.password == nil,
      parts.port == nil || (isWeb && parts.port == usualPort)
    else { throw .unsupported }
    guard isWeb else { return try LinkText(parts, host: parts.encodedHost) }
    guard let encoded = parts.encodedHost, isOurs(encoded) || parts.host.map(isOurs) ?? false else {
      throw .unsupported
    }
    return try LinkText(parts, host: nil)
  }

  private func isOurs(_ host: String) -> Bool {
    let host = host.lowercased()
    return hosts.contains { host == $0 || host == "www." + $0 }
  }
}

extension URL {
  /// Creates a link from the type of a shortcut or an activity: see ``NavLinkPattern/named(_:)``.
  init?(linkNamed name: String) {
    guard let url = URL(string: name) ?? URL(string: LinkText.encoded(name)) else { return nil }
    self = url
  }
}
