// Made by Migrations/embed from the .sql files of that folder: change those, and run it again.
// swift-format-ignore-file

import NavStoreSQLite

/// The schema, as numbered steps: the statements of each `.sql` file in `Migrations`, in their order.
package enum NavStoreMigrations {
  package static let all = [
    Migration(version: 1, name: "V0001__initial", schema: #"""
CREATE TABLE account (
  id  INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT UNIQUE                      -- NULL if erased
) STRICT; -- account table account

; -- sqlite_autoindex_account_1 index account

CREATE TABLE scene (
  id       INTEGER PRIMARY KEY,
  key      TEXT    NOT NULL UNIQUE,
  opened   INTEGER NOT NULL,
  closed   INTEGER,                    -- NULL if open
  attempts INTEGER NOT NULL DEFAULT 0  -- launches whose restore was not confirmed
) STRICT; -- scene table scene

; -- sqlite_autoindex_scene_1 index scene

CREATE TABLE window (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  scene    INTEGER NOT NULL REFERENCES scene (id) ON DELETE CASCADE,
  account  INTEGER NOT NULL REFERENCES account (id),
  position INTEGER NOT NULL DEFAULT 0, -- of the current entry in `list`, from 0
  list     BLOB,                       -- NULL if there is none
  revision INTEGER NOT NULL DEFAULT 0, -- of the list; a writer must know it, and adds 1
  removals INTEGER NOT NULL DEFAULT 0, -- `progress.removals` when the list was written
  UNIQUE (scene, account)
) STRICT; -- window table window

; -- sqlite_autoindex_window_1 index window

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
) STRICT; -- stack table stack

; -- sqlite_autoindex_stack_1 index stack

CREATE TABLE adoption (
  source  INTEGER NOT NULL,            -- the hash of the source's content
  name    TEXT    NOT NULL,            -- of the stack
  account INTEGER,                     -- of the stack that was made; NULL if it was erased later, or
                                       -- if the legacy value is gone
  PRIMARY KEY (source, name)
) STRICT, WITHOUT ROWID; -- adoption table adoption

CREATE TABLE kind (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT; -- kind table kind

; -- sqlite_autoindex_kind_1 index kind

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
) STRICT; -- item table item

CREATE TABLE route (
  id      INTEGER PRIMARY KEY,
  item    INTEGER REFERENCES item (id), -- NULL if the route and its item were removed
  tag     TEXT    NOT NULL,            -- the stable name of its type
  version INTEGER NOT NULL,            -- of its JSON
  payload TEXT    NOT NULL,            -- JSON
  hash    INTEGER NOT NULL             -- of the tag, version and payload; look-up key and checksum
) STRICT; -- route table route

CREATE TABLE visit (
  id      INTEGER PRIMARY KEY,
  stack   INTEGER NOT NULL,
  route   INTEGER,                     -- NULL if forgotten, and kept as the parent of other visits
  parent  INTEGER NOT NULL,            -- the visit below, always < id; 0 for the root screen
  time    INTEGER,                     -- when it was first seen; NULL if it was not
  kind    INTEGER NOT NULL,            -- 0 if pushed, 1 if it replaced another visit
  seq     INTEGER,
  counted INTEGER                      -- NULL before counting; 1 if in the history, otherwise 0
) STRICT; -- visit table visit

CREATE TABLE value (
  kind    INTEGER NOT NULL,            -- of the owner: 0 visit, 1 item, 2 root screen of a stack, 3 window
  owner   INTEGER NOT NULL,
  name    TEXT    NOT NULL,
  changed INTEGER NOT NULL,            -- when it was set
  value   ANY     NOT NULL,            -- JSON as TEXT, or bytes as BLOB
  route   INTEGER,                     -- the route, if the value is one
  stack   INTEGER,                     -- a stack that is set to its root screen if the route is removed
  PRIMARY KEY (kind, owner, name)
) STRICT, WITHOUT ROWID; -- value table value

CREATE TABLE removal (
  id       INTEGER PRIMARY KEY,
  request  INTEGER NOT NULL,           -- the number of the removal
  list     INTEGER NOT NULL,           -- 0 visits, 1 items, 2 routes to delete; 3 items to count again
  numbers  BLOB    NOT NULL            -- zigzag varint differences
) STRICT; -- removal table removal

CREATE TABLE progress (
  id            INTEGER PRIMARY KEY CHECK (id = 1),
  counted       INTEGER NOT NULL,      -- visits up to this number are counted
  visit_floor   INTEGER NOT NULL,
  item_floor    INTEGER NOT NULL,
  route_floor   INTEGER NOT NULL,
  removals      INTEGER NOT NULL,      -- batches of removals so far
  erase_pending INTEGER NOT NULL       -- see `PendingErasure`; 0 if the file has no erased bytes
) STRICT; -- progress table progress

CREATE INDEX scene_closed ON scene (closed) WHERE closed IS NOT NULL; -- scene_closed index scene

CREATE INDEX stack_root ON stack (root) WHERE root IS NOT NULL; -- stack_root index stack

CREATE INDEX item_hash ON item (hash); -- item_hash index item

CREATE INDEX item_recent ON item (account, last, kind) WHERE last IS NOT NULL; -- item_recent index item

CREATE INDEX item_frecent ON item (account, frecency) WHERE frecency IS NOT NULL; -- item_frecent index item

CREATE INDEX route_item_hash ON route (item, hash); -- route_item_hash index route

CREATE INDEX route_dead ON route (item) WHERE tag = ''; -- route_dead index route

CREATE INDEX visit_seq ON visit (seq) WHERE seq IS NOT NULL; -- visit_seq index visit

CREATE INDEX visit_route ON visit (route, coalesce(seq, id)) WHERE counted IS NOT NULL; -- visit_route index visit

CREATE INDEX visit_stack ON visit (stack, time) WHERE counted = 1; -- visit_stack index visit

CREATE INDEX value_route ON value (route) WHERE route IS NOT NULL; -- value_route index value

-- 29
"""#, script: #"""
INSERT INTO account (id, key) VALUES (0, '');
INSERT INTO progress (id, counted, visit_floor, item_floor, route_floor, removals, erase_pending)
VALUES (1, 0, 0, 0, 0, 0, 0);

"""#),
  ]
}
