import NavRouting
import NavStore
import Shop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Opens a store, restores a stack of depth 8 with a router, and prints its depth. The first start
// saves the stack.

extension Screen: NavRoute {}

guard let path = CommandLine.arguments.dropFirst().first else { fatalError("A path is needed.") }
let store = try NavStore(url: URL(filePath: path))
let router = NavWindow(scene: .main, store: store).router(Screen.self)
let count = router.path.count
if count == 0 { router.push(contentsOf: Screen.stack(depth: 8, scene: 1)) }
print(count)
