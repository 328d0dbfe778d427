import Foundation
import NavStoreSQLite
import TestSupport

@testable import NavStore

/// Files that have the library's schema, and values that the library never writes.
extension HostileFile {
  static let numbers: [HostileFile] = [
    .sql("no progress", .quarantined, "DELETE FROM progress;"),
    .sql(
      "the last number is taken", .opens,
      "UPDATE visit SET id = 9223372036854775807 WHERE id = 9;"),
    .sql("numbers below zero", .opens, "UPDATE visit SET id = -id, parent = -parent;"),
    .sql(
      "the lowest numbers", .opens,
      "UPDATE visit SET parent = -9223372036854775808 WHERE id > 3; "
        + "UPDATE visit SET id = -9223372036854775808 WHERE id = 5;"),
    .sql(
      "sequence numbers at the ends", .opens,
      """
      UPDATE visit SET seq = 9223372036854775807 WHERE id = 3;
      UPDATE visit SET seq = -9223372036854775808 WHERE id = 4;
      """),
    .sql(
      "a floor at the end", .quarantined,
      "UPDATE progress SET visit_floor = 9223372036854775807;"),
    .sql(
      "a floor of items at the end", .quarantined,
      "UPDATE progress SET item_floor = 9223372036854775807;"),
    .sql(
      "a floor of routes at the end", .quarantined,
      "UPDATE progress SET route_floor = 9223372036854775807;"),
    .sql(
      "floors below zero", .opens,
      """
      UPDATE progress SET visit_floor = -9223372036854775808, item_floor = -9223372036854775808,
        route_floor = -9223372036854775808;
      """),
    .sql(
      "a counter at the end", .quarantined,
      "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'stack';"),
    .sql(
      "counters that are no numbers", .quarantined,
      "UPDATE sqlite_sequence SET seq = 'many' WHERE name = 'stack';"),
    .sql("no counters", .opens, "DELETE FROM sqlite_sequence;"),
    .sql(
      "no counters, and a floor at the end", .either,
      "DELETE FROM sqlite_sequence; UPDATE progress SET visit_floor = 9223372036854775807;"),
    .sql(
      "the last item and route are taken", .opens,
      """
      PRAGMA foreign_keys = OFF;
      UPDATE route SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM route);
      UPDATE item SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM item);
      """),
    .sql(
      "everything is counted", .opens, "UPDATE progress SET counted = 9223372036854775807;"),
    .sql("nothing is counted", .opens, "UPDATE progress SET counted = -9223372036854775808;"),
    .sql("erasures below zero", .opens, "UPDATE progress SET erase_pending = -1;"),
    .sql(
      "too many erasures", .opens,
      "UPDATE progress SET erase_pending = 9223372036854775807;"),
    .sql(
      "no account of signed-out use", .quarantined,
      "PRAGMA foreign_keys = OFF; DELETE FROM account WHERE id = 0;"),
    .sql(
      "accounts below zero", .opens,
      "PRAGMA foreign_keys = OFF; UPDATE account SET id = -9223372036854775808 WHERE id = 1;"),
    .sql("visits that are their own parent", .opens, "UPDATE visit SET parent = id;"),
    .sql(
      "a cycle of visits", .opens,
      "UPDATE visit SET parent = (SELECT max(id) FROM visit) WHERE id = 1;"),
    .sql("visits whose parent is later", .opens, "UPDATE visit SET parent = id + 1;"),
    .sql("all visits are forgotten", .opens, "UPDATE visit SET route = NULL, time = NULL;"),
    .sql(
      "top visits that don't exist", .opens,
      "UPDATE stack SET tip = 9223372036854775807, position = 9223372036854775807;"),
    .sql("top visits below zero", .opens, "UPDATE stack SET tip = -1, position = -1;"),
    .sql(
      "revisions at the end", .opens,
      """
      UPDATE stack SET revision = 9223372036854775807;
      UPDATE window SET revision = 9223372036854775807;
      """),
    .sql("attempts at the end", .opens, "UPDATE scene SET attempts = 9223372036854775807;"),
    .sql("attempts below zero", .opens, "UPDATE scene SET attempts = -9223372036854775808;"),
    .sql(
      "scenes closed at the end of time", .opens,
      """
      UPDATE scene SET closed = 9223372036854775807 WHERE key = 'second';
      UPDATE scene SET opened = -9223372036854775808;
      UPDATE stack SET saved = 9223372036854775807;
      """),
    .sql(
      "visits at the end of time", .opens,
      "UPDATE visit SET time = 9223372036854775807 WHERE time IS NOT NULL;"),
    .sql(
      "visits before all time", .opens,
      "UPDATE visit SET time = -9223372036854775808 WHERE time IS NOT NULL; "
        + "UPDATE progress SET counted = 0;"),
    .sql(
      "items with endless visits", .opens,
      "UPDATE item SET visits = 9223372036854775807, last = 9223372036854775807;"),
    .sql(
      "items with visits below zero", .opens,
      "UPDATE item SET visits = -9223372036854775808, last = -9223372036854775808;"),
    .sql("endless frecency", .opens, "UPDATE item SET frecency = 9e999;"),
    .sql("endless negative frecency", .opens, "UPDATE item SET frecency = -9e999;"),
    .sql("frecency is nothing", .opens, "UPDATE item SET frecency = NULL, last = 1;"),
    .sql("all items share a last visit", .opens, "UPDATE item SET last = 5;"),
    .sql(
      "routes without an item", .opens,
      "PRAGMA foreign_keys = OFF; UPDATE route SET item = 9223372036854775807;"),
    .sql(
      "items without a kind", .opens,
      "PRAGMA foreign_keys = OFF; UPDATE item SET kind = -1; UPDATE item SET account = 99;"),
    .sql("visits without a route", .opens, "UPDATE visit SET route = 9223372036854775807;"),
    .sql("visits without a stack", .opens, "UPDATE visit SET stack = -9223372036854775808;"),
    .sql(
      "stacks without a scene", .opens,
      "PRAGMA foreign_keys = OFF; UPDATE stack SET scene = 99 WHERE id = 1;"),
    .sql("root routes that don't exist", .opens, "UPDATE stack SET root = -1;"),
    .sql(
      "versions at the ends", .opens,
      """
      UPDATE route SET version = 9223372036854775807 WHERE id % 2;
      UPDATE route SET version = -9223372036854775808 WHERE NOT id % 2;
      """),
    .sql(
      "numbers of routes and items at the end", .opens,
      """
      PRAGMA foreign_keys = OFF;
      UPDATE route SET id = 9223372036854775807 WHERE id = 2;
      UPDATE item SET id = 9223372036854775807 WHERE id = 2;
      UPDATE kind SET id = 9223372036854775807 WHERE id = 1;
      UPDATE stack SET id = 9223372036854775807 WHERE id = 2;
      UPDATE scene SET id = 9223372036854775807 WHERE id = 1;
      """),
    .sql("values that are numbers", .opens, "UPDATE value SET value = 7 * kind - 1.5;"),
    .sql(
      "values of routes and stacks that don't exist", .opens,
      "UPDATE value SET route = -1, stack = -9223372036854775808, changed = 9223372036854775807;"),
    .sql(
      "values of owners and kinds that don't exist", .opens,
      "UPDATE value SET owner = -9223372036854775808 WHERE kind < 2; UPDATE value SET kind = 9 WHERE kind = 3;"
    ),
    .sql(
      "a stack whose number has no opposite", .opens,
      "UPDATE stack SET id = -9223372036854775808 WHERE id = 1;"),
  ]

  static let lists: [HostileFile] = [
    .sql(
      "lists of nothing", .opens,
      "UPDATE stack SET list = x''; UPDATE window SET list = x'';"),
    .sql(
      "lists of another format", .opens,
      "UPDATE stack SET list = x'FF00'; UPDATE window SET list = x'00';"),
    .sql(
      "numbers without an end in lists", .opens,
      """
      UPDATE stack SET list = x'01FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF';
      UPDATE window SET list = x'02FFFFFFFFFFFFFFFFFFFF01FFFFFFFFFFFFFFFFFF01';
      """),
    .sql(
      "the largest numbers in lists", .opens,
      """
      UPDATE stack SET list = x'01FEFFFFFFFFFFFFFFFF01FEFFFFFFFFFFFFFFFF01', position = 0;
      UPDATE window SET list = x'02FEFFFFFFFFFFFFFFFF01FEFFFFFFFFFFFFFFFF01', position = 0;
      """),
    .sql(
      "random lists", .opens,
      """
      UPDATE stack SET list = CAST(x'01' || randomblob(500) AS BLOB), position = abs(random() % 300);
      UPDATE window SET list = CAST(x'02' || randomblob(500) AS BLOB);
      """),
    .sql(
      "lists of two million entries", .opens,
      """
      UPDATE stack SET position = 1000000,
        list = CAST(x'01' || CAST(replace(hex(zeroblob(1000000)), '0', x'02') AS BLOB) AS BLOB);
      UPDATE window SET position = 7,
        list = CAST(x'02' || CAST(replace(hex(zeroblob(1000000)), '0', x'02') AS BLOB) AS BLOB);
      """),
    .sql(
      "lists of 90,000 entries", .opens,
      """
      UPDATE stack SET position = 80000,
        list = CAST(x'01' || CAST(replace(hex(zeroblob(45000)), '0', x'02') AS BLOB) AS BLOB);
      """),
  ]

  static let large: [HostileFile] = [
    .sql(
      "a title of \(isSoak ? 100 : 12) MB", .opens,
      """
      UPDATE item SET title = 'page ' || hex(zeroblob(\(isSoak ? 50 : 6) * 1000000)),
        title_folded = 'page ' || hex(zeroblob(\(isSoak ? 50 : 6) * 1000000)) WHERE id = 1;
      """),
    .sql(
      "a route of \(isSoak ? 500 : 12) MB", .opens,
      "UPDATE route SET payload = hex(zeroblob(\(isSoak ? 250 : 6) * 1000000)) WHERE id = 3;"),
    .loose(
      "a route of zeros, as a blob",
      "UPDATE route SET payload = zeroblob(\(isSoak ? 500 : 12) * 1000000) WHERE id = 3;"),
    .sql(
      "keys, tags and kinds of 4 MB", .opens,
      """
      UPDATE scene SET key = hex(zeroblob(2000000)) WHERE key = 'second';
      UPDATE kind SET name = hex(zeroblob(2000000)) WHERE id = 1;
      UPDATE route SET tag = hex(zeroblob(2000000)) WHERE id = 3;
      UPDATE account SET key = hex(zeroblob(2000000)) WHERE id = 1;
      """),
    .sql(
      "values of 12 MB", .opens,
      """
      UPDATE value SET value = hex(zeroblob(6000000)) WHERE kind <> 1;
      UPDATE value SET value = zeroblob(12000000) WHERE kind = 1;
      UPDATE stack SET list = zeroblob(12000000);
      """),
    HostileFile(
      name: "one route of a megabyte under \(isSoak ? 15_000 : 4_000) screens", opening: .opens
    ) { editor in
      try editor.setPayload(
        "{\"name\":\"" + String(repeating: "x", count: 1_048_560) + "\"}", upTo: 2)
      try editor.run(chain(of: isSoak ? 15_000 : 4_000, route: "2"))
    },
    .sql(
      "a stack \(isSoak ? 1_000_000 : 12_000) deep", .opens,
      chain(of: isSoak ? 1_000_000 : 12_000, route: "2"), visits: isSoak ? 1_000_000 : 12_000),
    .sql(
      "\(isSoak ? 1_000_000 : 12_000) forgotten visits below each other", .opens,
      chain(of: isSoak ? 1_000_000 : 12_000, route: "NULL")),
    .sql(
      "scenes without an end, with stacks", .opens,
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(isSoak ? 20_000 : 2_000))
      INSERT INTO scene (key, opened, closed) SELECT 's' || i, i, i FROM n;
      """),
  ]

  /// Returns SQL that makes the first stack's path a chain of `count` visits above visit 1.
  private static func chain(of count: Int, route: String) -> String {
    """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
    INSERT INTO visit (id, stack, route, parent, time, kind)
      SELECT 1000 + i, 1, \(route), CASE i WHEN 1 THEN 1 ELSE 999 + i END, NULL, 0 FROM n;
    UPDATE stack SET tip = \(1_000 + count), position = 1, list = x'0100' WHERE id = 1;
    """
  }
}
