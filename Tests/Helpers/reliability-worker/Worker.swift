#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@main
enum Worker {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count >= 2, arguments.first == "oom" else { return }
    let url = URL(fileURLWithPath: arguments[2])
    try await OutOfMemory(url: url, arguments.dropFirst(2)).run()
  }
}
