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
    return copy.withUTF8 { utf8 in
      // The base address of an empty buffer may be null, which SQLite would bind as NULL.
      guard let start = utf8.baseAddress else {
        return navstore_bind_text_copying(statement, index, "", 0)
      }
      return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
        navstore_bind_text_copying(statement, index, $0, UInt64(utf8.count))
      }
    }
  }
}

extension [UInt8]: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else {
        return sqlite3_bind_zeroblob(statement, index, 0)
      }
      return navstore_bind_blob_copying(statement, index, start, UInt64(bytes.count))
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
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else {
        return navstore_bind_text_copying(statement, index, "", 0)
      }
      let characters = start.assumingMemoryBound(to: CChar.self)
      return navstore_bind_text_copying(statement, index, characters, UInt64(bytes.count))
    }
  }
}
