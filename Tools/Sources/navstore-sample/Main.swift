import Foundation
import SampleStores

/// Makes a store to look at: `navstore-sample OUT visits 100000`, or `… OUT sessions FILE [COUNT]`.
@main
enum Main {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count >= 3, let out = arguments.first else {
      print("navstore-sample OUT (visits COUNT | sessions FILE [COUNT])")
      exit(64)
    }
    let rest = Array(arguments.dropFirst())
    let url = URL(fileURLWithPath: out)
    switch rest[0] {
    case "visits":
      try await SampleStore.fill(url, visits: Int(rest[1]) ?? 0)
    case "sessions":
      let limit = rest.count > 2 ? Int(rest[2]) ?? .max : .max
      try await SampleStore.fill(url, sessions: URL(fileURLWithPath: rest[1]), limit: limit)
    default: exit(64)
    }
  }
}
