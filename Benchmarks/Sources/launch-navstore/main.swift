import NavStore
import Shop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Starts as an app does: opens its store, restores, and shows the stack. The first start saves.

extension Screen: NavRoute {}

guard let path = CommandLine.arguments.dropFirst().first else { fatalError("A path is needed.") }
let store = try NavStore(url: URL(filePath: path))
let stack = try store.restore(Screen.self, in: "main").path
if stack.isEmpty { try store.save(Screen.stack(depth: 8, scene: 1), in: "main") }
print(stack.count)
