import Foundation
import NavStore

// Saves a path in a store in the folder that the first argument names. Restores it with a second
// store.
struct Screen: NavRoute { var id: Int }

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let store = try NavStore(.init(folder: .url(folder)))
try store.save([Screen(id: 1), Screen(id: 2)], in: "main")
try await store.close()
let path = try NavStore(.init(folder: .url(folder))).restore(Screen.self, in: "main").path
print(path.map(\.id) == [1, 2] ? "restored" : "lost")
