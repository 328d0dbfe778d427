import NavStore
import Shop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Opens a store, restores a stack of depth 8, and prints its depth. The first start saves the
// stack.

extension Screen: NavRoute {}

guard let path = CommandLine.arguments.dropFirst().first else { fatalError("A path is needed.") }
let store = try NavStore(url: URL(filePath: path))
let stack = try store.restore(Screen.self, in: "main").path
if stack.isEmpty { try store.save(Screen.stack(depth: 8, scene: 1), in: "main") }
print(stack.count)
