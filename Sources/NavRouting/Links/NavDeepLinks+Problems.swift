extension NavDeepLinks {
  static func problems(
    _ schemes: [String], _ hosts: [String], _ declared: [NavLinkPattern<Element>],
    valid: [NavLinkPattern<Element>], _ ranks: [[Int]]
  ) -> [String] {
    var problems =
      declared.compactMap { pattern in
        pattern.fault.map { "The pattern \"\(pattern.template.text)\" is left out: \($0)." }
      } + ambiguities(valid, ranks) + repeatedNames(valid)
      + schemes.filter { !isOwnScheme($0) }
      .map { "\"\($0)\" is not a URL scheme that an app can have." }
      + hosts.filter { !isHost($0) }.map { "\"\($0)\" is not a host name." }
    if schemes.isEmpty, hosts.isEmpty, declared.contains(where: { $0.options.names.isEmpty }) {
      problems.append("There is neither a scheme nor a host, so no URL is a link of the app's.")
    }
    return problems
  }

  private static func ambiguities(
    _ patterns: [NavLinkPattern<Element>], _ ranks: [[Int]]
  ) -> [String] {
    patterns.indices.flatMap { later in
      patterns.indices[..<later].compactMap { earlier in
        let (first, second) = (patterns[earlier].template, patterns[later].template)
        guard ranks[earlier] == ranks[later], first.overlaps(second) else { return nil }
        return "\"\(first.text)\" and \"\(second.text)\" are equally specific and match the same "
          + "links; \"\(first.text)\" is declared first and gets them."
      }
    }
  }

  private static func repeatedNames(_ patterns: [NavLinkPattern<Element>]) -> [String] {
    var taken: Set<String> = []
    return patterns.flatMap { pattern in
      pattern.options.names.filter { !taken.insert($0).inserted }
        .map { "\"\(pattern.template.text)\" has the name \"\($0)\" of a pattern before it." }
    }
  }

  private static func isOwnScheme(_ scheme: String) -> Bool {
    let beginsWithLetter = scheme.first?.isLetter ?? false
    return beginsWithLetter && !["http", "https"].contains(scheme)
      && scheme.utf8.allSatisfy { $0.isASCIILetterOrDigit || "+-.".utf8.contains($0) }
  }

  private static func isHost(_ host: String) -> Bool {
    !host.isEmpty && !host.utf8.contains { "/:?#@%*\\ ".utf8.contains($0) }
  }
}

extension NavLinkPattern {
  /// The first mistake in this pattern, found without comparing it with other patterns; `nil` if
  /// there is none.
  var fault: String? {
    let placeholders = template.placeholders
    if let fault = template.fault { return fault }
    guard forms.count == placeholders.count else {
      let takes = forms.count == 1 ? "1 value" : "\(forms.count) values"
      return "it takes \(takes), and its template has \(placeholders.count)"
    }
    for (placeholder, form) in zip(placeholders, forms) {
      let isRightCount =
        switch placeholder.kind {
        case .segment: form.count == .one
        case .rest: form.count == .many
        case .literal, .query: true
        }
      guard isRightCount, form.isSupported else {
        return "the type of {\(placeholder.text)} cannot stand there"
      }
    }
    let needsValues = zip(placeholders, forms).contains { $0.kind != .rest && $1.count == .one }
    return options.names.isEmpty || !needsValues ? nil : "it is named, and needs values"
  }
}
