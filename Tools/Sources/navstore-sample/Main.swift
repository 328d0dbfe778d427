import Foundation
import SampleStores

/// Creates a sample store at the path OUT, on which `navstore` can be tried.
///
///     navstore-sample OUT visits 100000
///     navstore-sample OUT deep 1000
///     navstore-sample OUT sessions FILE [COUNT]
///     navstore-sample OUT hostile all
@main
enum Main {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count >= 3, let out = arguments.first else {
      print("navstore-sample OUT (visits COUNT | deep COUNT | sessions FILE [COUNT] | hostile all)")
      exit(64)
    }
    let rest = Array(arguments.dropFirst())
    let url = URL(fileURLWithPath: out)
    switch rest[0] {
    case "visits":
      try await SampleStore.fill(url, visits: Int(rest[1]) ?? 0)
    case "deep":
      try await SampleStore.fill(url, depth: Int(rest[1]) ?? 0)
    case "sessions":
      let limit = rest.count > 2 ? Int(rest[2]) ?? .max : .max
      try await SampleStore.fill(url, sessions: URL(fileURLWithPath: rest[1]), limit: limit)
    case "hostile":
      try await SampleStore.fillHostile(url)
    default: exit(64)
    }
  }
}
