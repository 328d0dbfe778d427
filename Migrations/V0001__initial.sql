-- The first schema: a stack is a chain of visits, and a scene's stack points at its tip.
--
-- Times are integer milliseconds since 1970, UTC. Text that a user may want erased stands once:
-- look-ups go through 64-bit hashes, not through a second copy in an index.
-- Values 0 and 1 take no byte in a record, hence account 0 and the zeros for "root screen".
--
-- No number of an account, a stack, a window, an item, a route or a visit is ever given out twice: another
-- process may still know the old one. The first three are rare, so SQLite counts them; for the others
-- `progress` has a floor, because AUTOINCREMENT would cost each new row a page.
--
-- SQLite keeps each statement as it is written here, comments included. A file is trusted if what it
-- keeps has the fingerprint that `embed` computes of it.

-- Who is signed in; the empty key is nobody. Erasing takes the key: from then on nobody finds what is
-- left of the account, and it is swept in steps.
CREATE TABLE account (
  id  INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT UNIQUE                      -- NULL: erased
) STRICT;

INSERT INTO account (id, key) VALUES (0, '');

-- One window or session. It outlives sign-ins.
CREATE TABLE scene (
  id       INTEGER PRIMARY KEY,
  key      TEXT    NOT NULL UNIQUE,
  opened   INTEGER NOT NULL,
  closed   INTEGER,                    -- NULL: open
  attempts INTEGER NOT NULL DEFAULT 0  -- launches that nothing has confirmed
) STRICT;

CREATE INDEX scene_closed ON scene (closed) WHERE closed IS NOT NULL;

-- A window: a scene with an account. Where the app asks for one, it has a back/forward list over all its
-- stacks: stacks and tips as zigzag varint differences, after a format byte. Tip 0 is the root screen of
-- its stack.
CREATE TABLE window (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  scene    INTEGER NOT NULL REFERENCES scene (id) ON DELETE CASCADE,
  account  INTEGER NOT NULL REFERENCES account (id),
  position INTEGER NOT NULL DEFAULT 0, -- of the current entry in `list`, from 0
  list     BLOB,                       -- NULL: there is none
  revision INTEGER NOT NULL DEFAULT 0, -- of the list; grows by one with each change: who writes must know it
  removals INTEGER NOT NULL DEFAULT 0, -- when the list was written: see `progress`
  UNIQUE (scene, account)
) STRICT;

-- A stack and its back/forward list. `scene` is NULL once the scene was deleted: the row stays,
-- because visits name it, and they outlive the scene.
CREATE TABLE stack (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  scene    INTEGER REFERENCES scene (id),
  account  INTEGER NOT NULL REFERENCES account (id),
  name     TEXT    NOT NULL,           -- '' is the unnamed one
  root     INTEGER,                    -- its root route, where the root itself changes
  tip      INTEGER NOT NULL,           -- the visit on top; 0: the root screen
  position INTEGER NOT NULL,           -- of the current entry in `list`, from 0
  list     BLOB    NOT NULL,           -- tips as zigzag varint differences, after a format byte
  revision INTEGER NOT NULL,           -- grows by one with each change: who writes must know it
  saved    INTEGER NOT NULL,
  removals INTEGER NOT NULL DEFAULT 0, -- when the list was written, see `progress`: if there were more since, a
                                       -- reader passes over the entries that are gone
  UNIQUE (scene, account, name)
) STRICT;

CREATE INDEX stack_root ON stack (root) WHERE root IS NOT NULL;

-- Old saved state that was adopted, so that it is never adopted again: by another account, another
-- window, or after an erasure.
CREATE TABLE adoption (
  source  INTEGER NOT NULL,            -- hash of the source's content
  name    TEXT    NOT NULL,            -- of the stack
  account INTEGER,                     -- whose stack it became; NULL: that was erased since, or the
                                       -- old value is gone
  PRIMARY KEY (source, name)
) STRICT, WITHOUT ROWID;

-- What a route belongs to when history groups it, named by the enum case.
CREATE TABLE kind (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- What a person would call the same thing in "Recently viewed". The last three columns are
-- updated in batches: see `progress`.
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
  frecency  REAL                      -- the moment at which its score falls to 1
) STRICT;

CREATE INDEX item_hash ON item (hash);

-- Filled in batches, when visits are counted: a commit does not write to them.
CREATE INDEX item_recent ON item (account, last, kind) WHERE last IS NOT NULL;
CREATE INDEX item_frecent ON item (account, frecency) WHERE frecency IS NOT NULL;

-- A route's exact stored form, once for all its visits. A dead route has an empty tag, payload and hash: its
-- visits are passed over, and are removed in batches.
CREATE TABLE route (
  id      INTEGER PRIMARY KEY,
  item    INTEGER REFERENCES item (id), -- NULL: a dead route whose item is gone
  tag     TEXT    NOT NULL,            -- the stable name of its type
  version INTEGER NOT NULL,            -- of its shape
  payload TEXT    NOT NULL,            -- JSON
  hash    INTEGER NOT NULL             -- of tag, version and payload: look-up key and checksum
) STRICT;

-- Whoever looks for a route knows its item, by the item's own hash; among an item's routes the
-- hash tells. Items are numbered as they come, so what is new goes to the end of this index, and
-- its pages fill up; by the hash alone it would go to any page.
CREATE INDEX route_item_hash ON route (item, hash);
CREATE INDEX route_dead ON route (id) WHERE tag = '';

-- One appearance of a route on a stack, on top of its parent. No foreign keys: they would make
-- every deletion of a route scan this table.
--
-- `seq` orders visits, never the clock. It equals `id` unless the visit was covered when it was
-- made and came on top later. Numbers come from one counter: the largest id or seq, plus one.
CREATE TABLE visit (
  id      INTEGER PRIMARY KEY,
  stack   INTEGER NOT NULL,
  route   INTEGER,                     -- NULL: forgotten, kept because others stand on it
  parent  INTEGER NOT NULL,            -- the visit beneath; 0: the root screen. Always < id
  time    INTEGER,                     -- when it was first seen; NULL: not seen
  kind    INTEGER NOT NULL,            -- how it came: 0 pushed, 1 in place of another
  seq     INTEGER,
  counted INTEGER                      -- NULL: not looked at; 0: not in the history; 1: in it
) STRICT;

CREATE INDEX visit_seq ON visit (seq) WHERE seq IS NOT NULL;

-- Filled in batches too, with `counted`.
CREATE INDEX visit_route ON visit (route, coalesce(seq, id)) WHERE counted IS NOT NULL;
CREATE INDEX visit_stack ON visit (stack, time, coalesce(seq, id)) WHERE counted = 1;

-- Small values by name, at most 64 of an owner: a scroll position, a draft, the selected tab. They are
-- deleted with their owner. A value that is a route is also deleted with that.
CREATE TABLE value (
  kind    INTEGER NOT NULL,            -- of the owner: 0 visit, 1 item, 2 stack (its root screen), 3 window
  owner   INTEGER NOT NULL,
  name    TEXT    NOT NULL,
  changed INTEGER NOT NULL,            -- when it was set
  value   ANY     NOT NULL,            -- JSON as TEXT, or bytes as a BLOB
  route   INTEGER,                     -- the route that it is; NULL: it is none
  stack   INTEGER,                     -- the stack that starts at its root screen when that is removed
  PRIMARY KEY (kind, owner, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX value_route ON value (route) WHERE route IS NOT NULL;

-- What a removal has still to do, in portions of numbers. A batch takes some of the first portion's numbers, and
-- stacks and lists are not changed: readers pass over what is gone.
CREATE TABLE removal (
  id       INTEGER PRIMARY KEY,
  decision INTEGER NOT NULL,           -- the removal; they are counted
  list     INTEGER NOT NULL,           -- what is removed: 0 visits, 1 items, 2 routes; 3: items are counted
  numbers  BLOB    NOT NULL            -- as zigzag varint differences
) STRICT;

-- One row. Committing a navigation writes the visit and the stack, nothing else. Visits are counted
-- later, in the same transaction as `counted`. No visit, item or route gets a number up to its floor
-- again.
CREATE TABLE progress (
  id            INTEGER PRIMARY KEY CHECK (id = 1),
  counted       INTEGER NOT NULL,      -- the number up to which visits are counted
  visit_floor   INTEGER NOT NULL,
  item_floor    INTEGER NOT NULL,
  route_floor   INTEGER NOT NULL,
  removals      INTEGER NOT NULL,      -- batches of removals so far
  erase_pending INTEGER NOT NULL       -- see `PendingErasure`; 0: no forgotten bytes in the file
) STRICT;

INSERT INTO progress (id, counted, visit_floor, item_floor, route_floor, removals, erase_pending)
VALUES (1, 0, 0, 0, 0, 0, 0);
