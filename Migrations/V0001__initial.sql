-- The first schema: a stack is a chain of visits, and a scene's stack points at its tip.
--
-- Times are integer milliseconds since 1970, UTC. Text that a user may want erased is stored once,
-- because look-ups use 64-bit hashes instead of a second copy in an index.
-- The values 0 and 1 take no byte in a record, so the signed-out account and the root screen have 0.
--
-- The number of an account, stack, window, item, route or visit is never reused, because another
-- process may still know the old row. AUTOINCREMENT counts the first three, which are rare. For the others,
-- it would write another page with each new row, so `progress` has a floor.
--
-- SQLite stores each statement with its comments. A file is trusted if its stored statements are those of
-- this file.

-- The accounts. The empty key is the signed-out account. Erasing an account sets its key to NULL, so that
-- no query finds its rows, which are deleted in steps.
CREATE TABLE account (
  id  INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT UNIQUE                      -- NULL if erased
) STRICT;

INSERT INTO account (id, key) VALUES (0, '');

-- One window or session, for all accounts.
CREATE TABLE scene (
  id       INTEGER PRIMARY KEY,
  key      TEXT    NOT NULL UNIQUE,
  opened   INTEGER NOT NULL,
  closed   INTEGER,                    -- NULL if open
  attempts INTEGER NOT NULL DEFAULT 0  -- launches whose restore was not confirmed
) STRICT;

CREATE INDEX scene_closed ON scene (closed) WHERE closed IS NOT NULL;

-- A window: a scene with an account. If the app uses it, `list` is a back/forward list over all stacks of the
-- window. It has a format byte, then stacks and tips as zigzag varint differences. Tip 0 is the root screen of
-- its stack.
CREATE TABLE window (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  scene    INTEGER NOT NULL REFERENCES scene (id) ON DELETE CASCADE,
  account  INTEGER NOT NULL REFERENCES account (id),
  position INTEGER NOT NULL DEFAULT 0, -- of the current entry in `list`, from 0
  list     BLOB,                       -- NULL if there is none
  revision INTEGER NOT NULL DEFAULT 0, -- of the list; a writer must know it, and adds 1
  removals INTEGER NOT NULL DEFAULT 0, -- `progress.removals` when the list was written
  UNIQUE (scene, account)
) STRICT;

-- A stack and its back/forward list. Deleting a scene sets `scene` to NULL and keeps the row, because
-- visits refer to it, and they outlive the scene.
CREATE TABLE stack (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  scene    INTEGER REFERENCES scene (id),
  account  INTEGER NOT NULL REFERENCES account (id),
  name     TEXT    NOT NULL,           -- '' for the unnamed stack
  root     INTEGER,                    -- the root route, if the app sets one
  tip      INTEGER NOT NULL,           -- the visit on top; 0 for the root screen
  position INTEGER NOT NULL,           -- of the current entry in `list`, from 0
  list     BLOB    NOT NULL,           -- a format byte, then tips as zigzag varint differences
  revision INTEGER NOT NULL,           -- a writer must know it, and adds 1
  saved    INTEGER NOT NULL,
  removals INTEGER NOT NULL DEFAULT 0, -- `progress.removals` when the list was written; if it has grown,
                                       -- a reader skips removed entries
  UNIQUE (scene, account, name)
) STRICT;

CREATE INDEX stack_root ON stack (root) WHERE root IS NOT NULL;

-- Legacy state that was imported, so that it is not imported again for another account, in another
-- window, or after an erasure.
CREATE TABLE adoption (
  source  INTEGER NOT NULL,            -- the hash of the source's content
  name    TEXT    NOT NULL,            -- of the stack
  account INTEGER,                     -- of the stack that was made; NULL if it was erased later, or
                                       -- if the legacy value is gone
  PRIMARY KEY (source, name)
) STRICT, WITHOUT ROWID;

-- The kinds of items, by which the history can be filtered. The name is the enum case.
CREATE TABLE kind (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- A thing that a user recognizes in "Recently viewed", whatever its routes are. The last three columns are
-- updated in batches: see `progress`.
CREATE TABLE item (
  id        INTEGER PRIMARY KEY,
  account   INTEGER NOT NULL REFERENCES account (id),
  kind      INTEGER NOT NULL REFERENCES kind (id),
  hash      INTEGER NOT NULL,          -- of the account and the key
  key       TEXT    NOT NULL,
  title     TEXT,
  title_folded TEXT,                   -- the title as search compares it
  visits    INTEGER NOT NULL DEFAULT 0,
  last      INTEGER,                   -- the sequence number of its last visit
  frecency  REAL                      -- the time at which its score falls to 1
) STRICT;

CREATE INDEX item_hash ON item (hash);

-- A commit does not write to these indexes. They are filled in batches, when visits are counted.
CREATE INDEX item_recent ON item (account, last, kind) WHERE last IS NOT NULL;
CREATE INDEX item_frecent ON item (account, frecency) WHERE frecency IS NOT NULL;

-- A route's exact stored form, once for all its visits. A removed route has an empty tag, payload and hash. Its
-- visits are skipped, and deleted in batches.
CREATE TABLE route (
  id      INTEGER PRIMARY KEY,
  item    INTEGER REFERENCES item (id), -- NULL if the route and its item were removed
  tag     TEXT    NOT NULL,            -- the stable name of its type
  version INTEGER NOT NULL,            -- of its JSON
  payload TEXT    NOT NULL,            -- JSON
  hash    INTEGER NOT NULL             -- of the tag, version and payload; look-up key and checksum
) STRICT;

-- A route is looked up by its item, which is found by its own hash, then by its hash. New items have the
-- largest numbers, so new rows are appended to this index and fill its pages. In an index of the hash alone,
-- each new row would be on another page.
CREATE INDEX route_item_hash ON route (item, hash);
CREATE INDEX route_dead ON route (item) WHERE tag = '';

-- One appearance of a route on a stack, on top of its parent. There are no foreign keys, because with them
-- every deletion of a route would scan this table.
--
-- Visits are ordered by `seq`, not by time. It equals `id` unless the visit was covered when it was
-- made and was shown later. Both are numbered by one counter: the largest id or seq, plus 1.
CREATE TABLE visit (
  id      INTEGER PRIMARY KEY,
  stack   INTEGER NOT NULL,
  route   INTEGER,                     -- NULL if forgotten, and kept as the parent of other visits
  parent  INTEGER NOT NULL,            -- the visit below, always < id; 0 for the root screen
  time    INTEGER,                     -- when it was first seen; NULL if it was not
  kind    INTEGER NOT NULL,            -- 0 if pushed, 1 if it replaced another visit
  seq     INTEGER,
  counted INTEGER                      -- NULL before counting; 1 if in the history, otherwise 0
) STRICT;

CREATE INDEX visit_seq ON visit (seq) WHERE seq IS NOT NULL;

-- Filled in batches, together with `counted`.
CREATE INDEX visit_route ON visit (route, coalesce(seq, id)) WHERE counted IS NOT NULL;
CREATE INDEX visit_stack ON visit (stack, time) WHERE counted = 1;

-- Small values by name, at most 64 for an owner, such as a scroll position, a draft or the selected tab. A value
-- is deleted with its owner. A value that is a route is also deleted with the route.
CREATE TABLE value (
  kind    INTEGER NOT NULL,            -- of the owner: 0 visit, 1 item, 2 root screen of a stack, 3 window
  owner   INTEGER NOT NULL,
  name    TEXT    NOT NULL,
  changed INTEGER NOT NULL,            -- when it was set
  value   ANY     NOT NULL,            -- JSON as TEXT, or bytes as BLOB
  route   INTEGER,                     -- the route, if the value is one
  stack   INTEGER,                     -- a stack that is set to its root screen if the route is removed
  PRIMARY KEY (kind, owner, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX value_route ON value (route) WHERE route IS NOT NULL;

-- The rows that removals have not deleted yet, in portions of numbers. A batch deletes some rows of the first
-- portion. It doesn't change stacks and lists, because readers skip removed entries.
CREATE TABLE removal (
  id       INTEGER PRIMARY KEY,
  request  INTEGER NOT NULL,           -- the number of the removal
  list     INTEGER NOT NULL,           -- 0 visits, 1 items, 2 routes to delete; 3 items to count again
  numbers  BLOB    NOT NULL            -- zigzag varint differences
) STRICT;

-- One row. The commit of a navigation writes only the visit and the stack. Visits are counted later, in the
-- transaction that sets `counted`. New visits, items and routes get numbers above their floor.
CREATE TABLE progress (
  id            INTEGER PRIMARY KEY CHECK (id = 1),
  counted       INTEGER NOT NULL,      -- visits up to this number are counted
  visit_floor   INTEGER NOT NULL,
  item_floor    INTEGER NOT NULL,
  route_floor   INTEGER NOT NULL,
  removals      INTEGER NOT NULL,      -- batches of removals so far
  erase_pending INTEGER NOT NULL       -- see `PendingErasure`; 0 if the file has no erased bytes
) STRICT;

INSERT INTO progress (id, counted, visit_floor, item_floor, route_floor, removals, erase_pending)
VALUES (1, 0, 0, 0, 0, 0, 0);
