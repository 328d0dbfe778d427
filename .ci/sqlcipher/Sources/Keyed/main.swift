import CSQLCipher
import NavStore

// Calls `sqlite3_key`, as an app does that sets a key for its database. The linker therefore links
// SQLCipher's library.
_ = sqlite3_key(nil, nil, 0)
let isOld = sqlite3_libversion_number() < 3_039_000
print("SQLite \(String(cString: sqlite3_libversion())), codec: \(sqlite3_compileoption_used("HAS_CODEC"))")
do {
  _ = try NavStore(.init(folder: .memory))
  print(isOld ? "accepted" : "as expected")
} catch {
  print(error)
  let names = ["fileUnusable", String(cString: sqlite3_libversion()), "SystemSQLite"]
  print(isOld && names.allSatisfy("\(error)".contains) ? "as expected" : "refused")
}
