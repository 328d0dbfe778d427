// What SQLite stores of each version of the schema, as text.
//
// A file is compared with this before anything in it is trusted, and running the migrations for
// that at each opening would take a millisecond. A test holds it against the migrations; its
// message prints what is to stand here.

extension StoreSchema {

  /// New in version 1, or other than in the one before.
  static let changes1: [Object] = [
    .table(
      "account",
      """
      CREATE TABLE account (
        id  INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE
      ) STRICT
      """),
    .index("sqlite_autoindex_account_1", on: "account", nil),
    .table(
      "scene",
      """
      CREATE TABLE scene (
        id     INTEGER PRIMARY KEY,
        key    TEXT    NOT NULL UNIQUE,
        opened INTEGER NOT NULL,
        closed INTEGER,                      -- NULL: open
        tries  INTEGER NOT NULL DEFAULT 0    -- restores that nobody has confirmed yet
      ) STRICT
      """),
    .index("sqlite_autoindex_scene_1", on: "scene", nil),
    .index(
      "scene_closed", on: "scene",
      "CREATE INDEX scene_closed ON scene (closed) WHERE closed IS NOT NULL"),
    .table(
      "scene_value",
      """
      CREATE TABLE scene_value (
        scene   INTEGER NOT NULL REFERENCES scene (id) ON DELETE CASCADE,
        account INTEGER NOT NULL REFERENCES account (id),
        name    TEXT    NOT NULL,
        value   TEXT    NOT NULL,
        PRIMARY KEY (scene, account, name)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "stack",
      """
      CREATE TABLE stack (
        id       INTEGER PRIMARY KEY,
        scene    INTEGER REFERENCES scene (id),
        account  INTEGER NOT NULL REFERENCES account (id),
        name     TEXT    NOT NULL,           -- '' is the unnamed one
        root     INTEGER,                    -- its root route, where the root itself changes
        tip      INTEGER NOT NULL,           -- the visit on top; 0: the root screen
        position INTEGER NOT NULL,           -- of the current entry in `list`, from 0
        list     BLOB    NOT NULL,           -- tips as zigzag varint differences, after a format byte
        revision INTEGER NOT NULL,           -- grows by one with each change: who writes must know it
        saved    INTEGER NOT NULL,
        UNIQUE (scene, account, name)
      ) STRICT
      """),
    .index("sqlite_autoindex_stack_1", on: "stack", nil),
    .table(
      "kind",
      """
      CREATE TABLE kind (
        id   INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE
      ) STRICT
      """),
    .index("sqlite_autoindex_kind_1", on: "kind", nil),
    .table(
      "item",
      """
      CREATE TABLE item (
        id        INTEGER PRIMARY KEY,
        account   INTEGER NOT NULL REFERENCES account (id),
        kind      INTEGER NOT NULL REFERENCES kind (id),
        hash      INTEGER NOT NULL,          -- of account and key
        key       TEXT    NOT NULL,
        title     TEXT,
        title_folded TEXT,                   -- the title as search compares it
        visits    INTEGER NOT NULL DEFAULT 0,
        last      INTEGER,                   -- sequence number of its last visit
        relevance REAL                       -- the moment at which its score falls to 1
      ) STRICT
      """),
    .index("item_hash", on: "item", "CREATE INDEX item_hash ON item (hash)"),
    .index(
      "item_recent", on: "item",
      "CREATE INDEX item_recent ON item (account, last) WHERE last IS NOT NULL"),
    .index(
      "item_relevant", on: "item",
      "CREATE INDEX item_relevant ON item (account, relevance) WHERE relevance IS NOT NULL"),
    .table(
      "route",
      """
      CREATE TABLE route (
        id      INTEGER PRIMARY KEY,
        item    INTEGER NOT NULL REFERENCES item (id),
        tag     TEXT    NOT NULL,            -- the stable name of its type
        version INTEGER NOT NULL,            -- of its shape
        payload TEXT    NOT NULL,            -- JSON
        hash    INTEGER NOT NULL             -- of tag, version and payload: look-up key and checksum
      ) STRICT
      """),
    .index("route_hash", on: "route", "CREATE INDEX route_hash ON route (hash)"),
    .index("route_item", on: "route", "CREATE INDEX route_item ON route (item)"),
    .table(
      "visit",
      """
      CREATE TABLE visit (
        id     INTEGER PRIMARY KEY,
        stack  INTEGER NOT NULL,
        route  INTEGER,                      -- NULL: forgotten, kept because others stand on it
        parent INTEGER NOT NULL,             -- the visit beneath; 0: the root screen. Always < id
        time   INTEGER,                      -- when it was first seen; NULL: not seen
        kind   INTEGER NOT NULL,             -- how it came: 0 pushed, 1 in place of another
        seq    INTEGER
      ) STRICT
      """),
    .index("visit_seq", on: "visit", "CREATE INDEX visit_seq ON visit (seq) WHERE seq IS NOT NULL"),
    .table(
      "visit_state",
      """
      CREATE TABLE visit_state (
        visit INTEGER NOT NULL,
        name  TEXT    NOT NULL,
        value TEXT    NOT NULL,
        PRIMARY KEY (visit, name)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "posting",
      """
      CREATE TABLE posting (
        account INTEGER NOT NULL,
        list    INTEGER NOT NULL,
        key     INTEGER NOT NULL,
        first   INTEGER NOT NULL,
        visits  BLOB    NOT NULL,
        PRIMARY KEY (account, list, key, first)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "progress",
      """
      CREATE TABLE progress (
        id            INTEGER PRIMARY KEY CHECK (id = 1),
        folded        INTEGER NOT NULL,      -- the sequence number up to which that has come
        floor         INTEGER NOT NULL,      -- no visit gets a number up to this one again
        erase_pending INTEGER NOT NULL,      -- 1: forgotten bytes may still be in the file
        half_life     INTEGER NOT NULL       -- of relevance, in ms, that `item.relevance` was made with
      ) STRICT
      """),
  ]

  /// New in version 2, or other than in the one before.
  static let changes2: [Object] = [
    .table(
      "progress",
      """
      CREATE TABLE progress (
        id            INTEGER PRIMARY KEY CHECK (id = 1),
        folded        INTEGER NOT NULL,      -- the sequence number up to which that has come
        floor         INTEGER NOT NULL,      -- no visit gets a number up to this one again
        erase_pending INTEGER NOT NULL,      -- 1: forgotten bytes may still be in the file
        half_life     INTEGER NOT NULL       -- of relevance, in ms, that `item.relevance` was made with
      , rescored INTEGER) STRICT
      """),
    .index(
      "visit_unseen", on: "visit",
      "CREATE INDEX visit_unseen ON visit (route) WHERE time IS NULL AND route IS NOT NULL"),
    .index(
      "item_visited", on: "item",
      "CREATE INDEX item_visited ON item (account, visits) WHERE visits > 0"),
    .table(
      "scene_list",
      """
      CREATE TABLE scene_list (
        scene    INTEGER NOT NULL REFERENCES scene (id) ON DELETE CASCADE,
        account  INTEGER NOT NULL REFERENCES account (id),
        position INTEGER NOT NULL,           -- of the current entry, from 0
        list     BLOB    NOT NULL,
        revision INTEGER NOT NULL,           -- grows by one with each change: who writes must know it
        PRIMARY KEY (scene, account)
      ) STRICT, WITHOUT ROWID
      """),
  ]

  /// New in version 3, or other than in the one before.
  static let changes3: [Object] = [
    .index(
      "route_item_hash", on: "route", "CREATE INDEX route_item_hash ON route (item, hash)")
  ]

  /// The names of what version 3 drops.
  static let dropped3: Set<String> = ["route_hash", "route_item"]
}
