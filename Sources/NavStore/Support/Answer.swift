/// The result of work that runs on a queue. The work sets it before the wait for it ends, and it is
/// read only then.
///
/// It keeps the type of the result out of the functions that wait, which would be compiled once for
/// each type.
package final class Answer<Value: Sendable>: @unchecked Sendable {
  private var value: Value?

  package init() {}

  /// Returns a closure that runs `body` and keeps its result here.
  package func of<Input>(
    _ body: @escaping @Sendable (Input) throws -> Value
  ) -> @Sendable (Input) throws -> Void {
    { self.value = try body($0) }
  }

  package func get() throws(NavStore.Error) -> Value {
    guard let value else { throw .closed }
    return value
  }
}
