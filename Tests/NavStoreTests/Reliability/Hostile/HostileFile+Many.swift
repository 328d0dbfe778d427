import TestSupport

/// Files that have the library's schema, and far more rows than a real store has.
extension HostileFile {
  /// The numbers of visits, items and scenes in the files of `many`. Each file stays below 64 MiB.
  private static let manyVisits = isSoak ? 200_000 : 4_000
  private static let manyItems = isSoak ? 100_000 : 1_200
  private static let manyScenes = isSoak ? 200_000 : 1_000

  /// Large files. An operation that reads all rows of a file must not keep all these rows in
  /// memory.
  static let many: [HostileFile] = [
    seen("one item seen without an end, forgotten", manyVisits, route: 2),
    seen("one item seen without an end, rewritten", manyVisits, route: 3),
    seen("one item seen without an end, removed", manyVisits, route: 4),
    seen("one item seen without an end, pruned", manyVisits, route: 5),
    .sql(
      "items without an end", .opens,
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(manyItems))
      INSERT INTO item (id, account, kind, hash, key, visits, last, frecency)
        SELECT 1000 + i, 0, 1, i, 'Screen#' || i, 1, 1000 + i, i FROM n;
      INSERT INTO route (id, item, tag, version, payload, hash)
        SELECT item.id, item.id, tag, version, payload, route.hash FROM item, route
          WHERE item.id > 1000 AND route.id = 4;
      INSERT INTO visit (id, stack, route, parent, time, kind, counted)
        SELECT id, 1, id, CASE id WHEN 1001 THEN 1 ELSE id - 1 END, id, 0, 1 FROM item WHERE id > 1000;
      UPDATE stack SET tip = \(1_000 + manyItems), position = 1, list = x'0100' WHERE id = 1;
      UPDATE progress SET counted = \(1_000 + manyItems);
      """, visits: manyItems),
    .sql(
      "routes of one item without an end", .opens,
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(2 * manyItems))
      INSERT INTO route (id, item, tag, version, payload, hash)
        SELECT 1000 + i, 2, tag, version, payload, hash FROM n, route WHERE id = 4;
      INSERT INTO visit (id, stack, route, parent, time, kind)
        SELECT id, 1, id, 0, NULL, 0 FROM route WHERE id > 1000 AND id % 2;
      """, visits: manyItems),
    .sql(
      "stacks with lists of 90,000 entries each", .opens,
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(isSoak ? 100 : 5))
      INSERT INTO stack (scene, account, name, tip, position, list, revision, saved)
        SELECT 1, 0, 'many ' || i, 2, 7,
          CAST(x'01' || CAST(replace(hex(zeroblob(45000)), '0', x'02') AS BLOB) AS BLOB), 0, 0 FROM n;
      """, visits: isSoak ? 100_000 : 5_000),
    .sql(
      "closed scenes without an end, each with a stack", .opens,
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(manyScenes))
      INSERT INTO scene (id, key, opened, closed) SELECT 1000 + i, 's' || i, i, i FROM n;
      INSERT INTO stack (scene, account, name, tip, position, list, revision, saved)
        SELECT id, 0, '', 2, 0, x'0104', 0, 0 FROM scene WHERE id > 1000;
      """),
  ]

  /// Returns a file with a chain of counted visits in 1970 on the first stack.
  private static func seen(_ name: String, _ count: Int, route: Int) -> HostileFile {
    .sql(
      name, .opens,
      """
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count - 1))
      INSERT INTO visit (id, stack, route, parent, time, kind, counted)
        SELECT 1000 + i, 1, \(route), CASE i WHEN 0 THEN 1 ELSE 999 + i END, 1000 + i, 0, 1 FROM n;
      UPDATE item SET visits = visits + \(count), last = \(999 + count)
        WHERE id = (SELECT item FROM route WHERE id = \(route));
      UPDATE stack SET tip = \(999 + count), position = 1, list = x'0100' WHERE id = 1;
      UPDATE progress SET counted = \(999 + count);
      """, visits: count)
  }
}
