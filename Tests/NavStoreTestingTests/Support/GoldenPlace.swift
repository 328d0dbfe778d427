import Foundation
import NavStoreTesting
import TestSupport

/// A temporary folder for a test that checks a route contract. It is deleted when this object is
/// released.
final class GoldenPlace: Sendable {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The path that a test passes as the path of its own file. This file need not exist.
  var testFile: String { folder.path("RouteTests.swift") }

  func url(_ name: String = "Shop.json") -> URL {
    folder.file("__NavRoutes__/\(name)")
  }

  func text(_ name: String = "Shop.json") throws -> String {
    try String(contentsOf: url(name), encoding: .utf8)
  }

  func write(_ text: String, to name: String = "Shop.json") throws {
    try Data(text.utf8).write(to: url(name))
  }

  func replace(_ old: String, with new: String) throws {
    try write(try text().replacingOccurrences(of: old, with: new))
  }

  var files: [String] {
    let path = url().deletingLastPathComponent().path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
