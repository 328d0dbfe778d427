import CSQLite
import NavStorePlatform

/// A value that can be bound to a `?` in a statement.
package protocol Bindable {
  /// Binds the value at `index`, counted from 1, and returns SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }
}

extension Int: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Double: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_double(statement, index, self)
  }
}

extension String: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var copy = self
    return copy.withUTF8 {
      navstore_bind_text_copying(statement, index, $0.baseAddress, UInt64($0.count))
    }
  }
}

extension [UInt8]: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBytes {
      navstore_bind_blob_copying(statement, index, $0.baseAddress, UInt64($0.count))
    }
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .some(let value): value.bind(to: statement, at: index)
    case .none: sqlite3_bind_null(statement, index)
    }
  }
}

/// UTF-8 that is bound as text, and isn't checked. `[UInt8]` itself is bound as a blob.
package struct TextBytes: Bindable {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    bytes.withUnsafeBytes {
      navstore_bind_text_copying(statement, index, $0.baseAddress, UInt64($0.count))
    }
  }
}
