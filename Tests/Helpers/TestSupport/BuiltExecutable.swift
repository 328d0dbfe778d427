import Foundation

/// An executable of this package, from the same build as the tests.
package enum BuiltExecutable {
  package struct NotFound: Error {
    package let name: String
    package let searched: [String]
  }

  /// Returns the URL of the executable with this name. Searches the four folders above the test
  /// bundle or the test program, because the depth of the bundle in the build folder depends on the
  /// system.
  package static func named(_ name: String) throws -> URL {
    var starts = CommandLine.arguments.filter { $0.contains(".xctest") || $0.hasPrefix("/") }
    starts += Bundle.allBundles.map(\.bundlePath)
    if let own = Bundle.main.executablePath { starts.append(own) }
    var searched: [String] = []
    for start in starts {
      var folder = URL(fileURLWithPath: start)
      for _ in 0..<4 {
        folder.deleteLastPathComponent()
        let candidate = folder.appendingPathComponent(name)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder),
          !isFolder.boolValue
        {
          return candidate
        }
        searched.append(folder.path)
      }
    }
    throw NotFound(name: name, searched: searched)
  }
}
