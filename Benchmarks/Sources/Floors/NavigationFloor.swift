import CFloor
import Shop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Navigating in plain C on a file that NavStore has created. A `JSONEncoder` encodes the routes,
/// because a program with `Codable` routes usually has no other encoder. With the encoder's
/// settings, the bytes are those that NavStore stores.
package final class NavigationFloor {
  private let navigator: OpaquePointer
  private let encoder: JSONEncoder
  private let texts: [UnsafeMutablePointer<CChar>?]

  /// Opens the store at `url` and the unnamed stack of `scene`. Each navigation replaces the top of
  /// this stack.
  package init(_ url: URL, scene: String) throws {
    let texts = [strdup(scene), strdup(Screen.tag)]
    guard let navigator = floor_navigator_open(url.path(), texts[0], texts[1]) else {
      texts.forEach { free($0) }
      throw StackFloor.Failure(call: "floor_navigator_open")
    }
    self.navigator = navigator
    self.texts = texts
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  deinit {
    floor_navigator_close(navigator)
    texts.forEach { free($0) }
  }

  /// Commits one navigation to each of the screens, all in one transaction.
  package func navigate(to screens: some Sequence<Screen>) throws {
    let time = Int64(Date().timeIntervalSince1970 * 1_000)
    try check(floor_navigator_begin(navigator))
    for screen in screens {
      let payload = try encoder.encode(screen)
      try payload.withUnsafeBytes { bytes in
        let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        try check(floor_navigator_visit(navigator, text, bytes.count, time))
      }
    }
    try check(floor_navigator_commit(navigator, time))
  }

  /// Counts visits if 32 are uncounted, and checkpoints if the WAL has 1,000 frames.
  package func settle() throws {
    try check(floor_navigator_settle(navigator))
  }

  /// Counts all uncounted visits, and empties the WAL by a checkpoint.
  package func finish() throws {
    try check(floor_navigator_finish(navigator))
  }

  private func check(_ code: Int32, call: String = #function) throws {
    guard code == 1 else { throw StackFloor.Failure(call: call) }
  }
}
