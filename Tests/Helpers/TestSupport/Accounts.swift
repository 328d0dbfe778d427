extension String {
  /// The account of a key as the file has it: `nil`, signed-out use, for the empty key.
  package var orSignedOut: String? { isEmpty ? nil : self }
}

extension String? {
  /// The account of a key as the file has it: `nil`, signed-out use, for the empty key.
  package var orSignedOut: String? { flatMap(\.orSignedOut) }
}
