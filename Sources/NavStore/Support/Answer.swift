/// What work that runs elsewhere comes to, for whoever waits for it. The work writes it before the
/// wait is over, and only then is it read.
///
/// So that waiting itself knows no type: it would be compiled once for each.
final class Answer<Value: Sendable>: @unchecked Sendable {
  private var value: Value?

  /// `body`, which leaves here what it comes to.
  func of<Input>(
    _ body: @escaping @Sendable (Input) throws -> Value
  ) -> @Sendable (Input) throws -> Void {
    { self.value = try body($0) }
  }

  func get() throws(NavStore.Error) -> Value {
    guard let value else { throw .closed }
    return value
  }
}
