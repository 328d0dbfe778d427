extension String {
  /// The account whose key in the store's file is this string. An empty key means signed out, which
  /// is `nil`.
  package var orSignedOut: String? { isEmpty ? nil : self }
}

extension String? {
  /// The account whose key in the store's file is this string. An empty key and `nil` mean signed
  /// out, which is `nil`.
  package var orSignedOut: String? { flatMap(\.orSignedOut) }
}
