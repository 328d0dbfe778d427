extension String {
  /// The account for a key in the file: `nil`, which means signed out, if the key is empty.
  package var orSignedOut: String? { isEmpty ? nil : self }
}

extension String? {
  /// The account for a key in the file: `nil`, which means signed out, if the key is empty.
  package var orSignedOut: String? { flatMap(\.orSignedOut) }
}
