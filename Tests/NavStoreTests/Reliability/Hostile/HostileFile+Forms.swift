import Foundation
import TestSupport

/// Files with invalid text, JSON or pages.
extension HostileFile {
  /// The depth of nested JSON, at which a recursive parser overflows the stack of any thread.
  private static let depth = isSoak ? 100_000 : 50_000

  static let text: [HostileFile] = [
    .sql(
      "text that is no UTF-8", .opens,
      """
      UPDATE route SET payload = CAST(x'7B226EFFFE80C0' AS TEXT) WHERE id % 2;
      UPDATE item SET key = CAST(x'FFFEFD' || key AS TEXT), title = CAST(x'C0AF' AS TEXT),
        title_folded = CAST(x'EDA080' AS TEXT);
      UPDATE kind SET name = CAST(x'80' AS TEXT) WHERE id = 1;
      UPDATE stack SET name = CAST(x'F8888080' AS TEXT) WHERE name = 'other';
      """),
    .sql(
      "text with zeros in it", .opens,
      """
      UPDATE item SET key = 'a' || char(0) || key, title = char(0) || 'page',
        title_folded = 'pa' || char(0) || 'ge';
      UPDATE scene SET key = 'second' || char(0) WHERE key = 'second';
      UPDATE route SET payload = payload || char(0), tag = tag || char(0);
      UPDATE value SET value = '3' || char(0);
      """),
    .loose(
      "blobs where text should be",
      """
      UPDATE route SET payload = CAST(payload AS BLOB), tag = CAST(tag AS BLOB);
      UPDATE item SET key = CAST(key AS BLOB), title = x'00FF', title_folded = 7;
      UPDATE stack SET name = 1.5 WHERE name = 'other';
      """),
    .loose(
      "text where numbers should be",
      """
      UPDATE visit SET parent = 'one', time = 'never', kind = x'00', stack = '1x';
      UPDATE item SET visits = 'many', last = 'last', frecency = 'very', kind = '1';
      UPDATE stack SET tip = 'top', position = 'here', revision = 1e300, saved = -1e300;
      UPDATE scene SET attempts = 'none', opened = x'';
      """),
    .loose(
      "nothing where something must be",
      """
      UPDATE visit SET parent = NULL, kind = NULL, stack = NULL;
      UPDATE route SET tag = NULL, version = NULL, payload = NULL, hash = NULL;
      UPDATE item SET key = NULL, kind = NULL, account = NULL, hash = NULL;
      UPDATE stack SET tip = NULL, position = NULL, list = NULL, revision = NULL;
      """),
    .loose(
      "fractions where whole numbers should be",
      """
      UPDATE visit SET parent = parent + 0.5, time = 9e999, seq = 1.5 WHERE id > 5;
      UPDATE route SET version = 1.5, item = 0.5, hash = 9e999;
      UPDATE visit SET counted = 'text' WHERE id = 4;
      """),
    json("arrays \(depth) deep") {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    },
    json("objects \(depth) deep") {
      String(repeating: "{\"name\":", count: depth) + "1" + String(repeating: "}", count: depth)
    },
    json("deep inside of a route") {
      "{\"name\":\"/a\",\"more\":" + String(repeating: "[", count: depth)
        + String(repeating: "]", count: depth) + "}"
    },
    json("numbers beyond any type") { "{\"name\":1e999999}" },
    json("many members") {
      "{" + (0..<(isSoak ? 60_000 : 5_000)).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
    },
    json("escapes of half a character") { #"{"name":"\ud800\ud800\u0000"}"# },
    json("nothing") { "" },
  ]

  private static func json(
    _ name: String, _ payload: @escaping @Sendable () -> String
  ) -> HostileFile {
    HostileFile(name: "JSON: " + name, opening: .opens) { try $0.setPayload(payload(), upTo: 3) }
  }

  static let pages: [HostileFile] =
    [
      .bytes("2^31 pages, by the header", .either) { $0.set(0x7FFF_FFFF, at: 28) },
      .bytes("a cycle of free pages", .either) { file in
        let page = file.appendPage()
        file.set(page, at: file.offset(ofPage: page))
        file.set(page, at: 32)
        file.set(1_000_000, at: 36)
      },
      .bytes("more free pages than there are", .either) { $0.set(0x7FFF_FFFF, at: 36) },
      .bytes("a pointer map of garbage", .either) { file in
        let start = file.offset(ofPage: 2)
        for place in start..<start + 4_096 { file.bytes[place] = UInt8(place * 37 & 0xFF) }
      },
      .bytes("an invalid encoding", .either) { $0.set(9, at: 56) },
      .bytes("an invalid format of the schema", .either) { $0.set(99, at: 44) },
      .bytes("reserved bytes in each page", .either) { $0.bytes[20] = 200 },
      .bytes("a page size of one byte", .either) { $0.set(1, at: 16, count: 2) },
      .bytes("half of the file", .either) { $0.bytes.removeLast($0.bytes.count / 2) },
      .bytes("a page and a half", .either) { $0.bytes.removeLast($0.bytes.count - 6_144) },
      .bytes("a schema without an end", .either) { file in
        // Makes the first page an inner page whose children are the first page itself. The root of
        // the schema begins at byte 100 of the file, after the header.
        let child = file.appendPage()
        let start = file.offset(ofPage: child)
        file.bytes.replaceSubrange(start..<start + 4_096, with: Array(file.bytes[0..<4_096]))
        file.bytes.replaceSubrange(100..<4_096, with: [UInt8](repeating: 0, count: 3_996))
        file.bytes[100] = 0x05
        file.set(1, at: 103, count: 2)
        file.set(4_090, at: 105, count: 2)
        file.set(1, at: 108)
        file.set(4_090, at: 112, count: 2)
        file.set(1, at: 4_090)
        file.bytes[4_094] = 1
      },
      HostileFile(name: "pages of 512 bytes", opening: .opens) { editor in
        try editor.run("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM;")
      },
      HostileFile(name: "pages of 65,536 bytes", opening: .opens) { editor in
        try editor.run("PRAGMA journal_mode = DELETE; PRAGMA page_size = 65536; VACUUM;")
      },
      HostileFile(name: "a WAL of garbage", opening: .opens) { editor in
        var random = SeededRandom(seed: 7)
        let garbage = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        try Data(garbage).write(to: URL(fileURLWithPath: editor.url.path + "-wal"))
      },
      HostileFile(name: "a shared memory of garbage", opening: .opens) { editor in
        let garbage = Data((0..<32_768).map { UInt8(truncatingIfNeeded: $0 * 31) })
        try garbage.write(to: URL(fileURLWithPath: editor.url.path + "-shm"))
      },
      HostileFile(name: "a rollback journal of garbage", opening: .either) { editor in
        try editor.run("PRAGMA journal_mode = DELETE;")
        var journal = Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
        journal += Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 * 13) })
        try journal.write(to: URL(fileURLWithPath: editor.url.path + "-journal"))
      },
    ] + endless

  /// Files with a table whose scan doesn't end, so that many calls stop at their work limit.
  private static let endless: [HostileFile] =
    (isSoak
    ? ["visit", "item", "route", "stack", "scene", "kind", "account"] : ["account"]).map {
      table in
      .bytes("rows of \(table) without an end", .either) { $0.makeEndless(table) }
    }
}
