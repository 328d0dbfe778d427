import Foundation
import Peers
import Shop

// Opens a database, restores a stack of depth 8 and prints its depth, with typical code for GRDB. The
// first start saves the stack.

guard let path = CommandLine.arguments.dropFirst().first else { fatalError("A path is needed.") }
let stacks = try GRDBStacks(URL(filePath: path))
let stack = try stacks.restore("main")
if stack.isEmpty { try stacks.save(Screen.stack(depth: 8, scene: 1), in: "main") }
print(stack.count)
