-- The first schema: a stack is a chain of visits, and a scene's stack points at its tip.
--
-- Times are integer milliseconds since 1970, UTC. Text that a user may want erased stands once:
-- look-ups go through 64-bit hashes, not through a second copy in an index.
-- Values 0 and 1 take no byte in a record, hence account 0 and the zeros for "root screen".

-- Who is signed in. 0 is nobody.
CREATE TABLE account (
  id  INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE
) STRICT;

INSERT INTO account (id, key) VALUES (0, '');

-- One window or session. It outlives sign-ins.
CREATE TABLE scene (
  id     INTEGER PRIMARY KEY,
  key    TEXT    NOT NULL UNIQUE,
  opened INTEGER NOT NULL,
  closed INTEGER,                      -- NULL: open
  tries  INTEGER NOT NULL DEFAULT 0    -- restores that nobody has confirmed yet
) STRICT;

CREATE INDEX scene_closed ON scene (closed) WHERE closed IS NOT NULL;

-- Small values of a scene and account (selected tab, column visibility), as JSON.
CREATE TABLE scene_value (
  scene   INTEGER NOT NULL REFERENCES scene (id) ON DELETE CASCADE,
  account INTEGER NOT NULL REFERENCES account (id),
  name    TEXT    NOT NULL,
  value   TEXT    NOT NULL,
  PRIMARY KEY (scene, account, name)
) STRICT, WITHOUT ROWID;

-- A stack and its back/forward list. `scene` is NULL once the scene was deleted: the row stays,
-- because visits name it, and they outlive the scene.
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
) STRICT;

-- What a route belongs to when history groups it, named by the enum case.
CREATE TABLE kind (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- What a person would call the same thing in "Recently viewed". The last three columns are
-- brought up in batches: see `progress`.
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
) STRICT;

CREATE INDEX item_hash ON item (hash);
CREATE INDEX item_recent ON item (account, last) WHERE last IS NOT NULL;
CREATE INDEX item_relevant ON item (account, relevance) WHERE relevance IS NOT NULL;

-- A route's exact stored form, once for all its visits.
CREATE TABLE route (
  id      INTEGER PRIMARY KEY,
  item    INTEGER NOT NULL REFERENCES item (id),
  tag     TEXT    NOT NULL,            -- the stable name of its type
  version INTEGER NOT NULL,            -- of its shape
  payload TEXT    NOT NULL,            -- JSON
  hash    INTEGER NOT NULL             -- of tag, version and payload: look-up key and checksum
) STRICT;

CREATE INDEX route_hash ON route (hash);
CREATE INDEX route_item ON route (item);

-- One appearance of a route on a stack, on top of its parent. No foreign keys: they would make
-- every deletion of a route scan this table.
--
-- `seq` orders visits, never the clock. It equals `id` unless the visit was covered when it was
-- made and came on top later. Numbers come from one counter: the largest id or seq, plus one.
CREATE TABLE visit (
  id     INTEGER PRIMARY KEY,
  stack  INTEGER NOT NULL,
  route  INTEGER,                      -- NULL: forgotten, kept because others stand on it
  parent INTEGER NOT NULL,             -- the visit beneath; 0: the root screen. Always < id
  time   INTEGER,                      -- when it was first seen; NULL: not seen
  kind   INTEGER NOT NULL,             -- how it came: 0 pushed, 1 in place of another
  seq    INTEGER
) STRICT;

CREATE INDEX visit_seq ON visit (seq) WHERE seq IS NOT NULL;

-- Small values of a visit by name (scroll anchor, draft), as JSON. The root screen of stack n has
-- them under visit -n.
CREATE TABLE visit_state (
  visit INTEGER NOT NULL,
  name  TEXT    NOT NULL,
  value TEXT    NOT NULL,
  PRIMARY KEY (visit, name)
) STRICT, WITHOUT ROWID;

-- Which visits something has, by sequence number, in blocks of up to 128: `first` and the
-- differences that follow it, as varints. `list` says what `key` is: 0 an item, 1 a kind,
-- 2 a day since 1970, 3 a stack. Stacks come last so that new ones append to the tree.
CREATE TABLE posting (
  account INTEGER NOT NULL,
  list    INTEGER NOT NULL,
  key     INTEGER NOT NULL,
  first   INTEGER NOT NULL,
  visits  BLOB    NOT NULL,
  PRIMARY KEY (account, list, key, first)
) STRICT, WITHOUT ROWID;

-- One row. Committing a navigation writes the visit and the stack, nothing else; items and
-- postings are brought up later, in the same transaction as `folded`.
CREATE TABLE progress (
  id            INTEGER PRIMARY KEY CHECK (id = 1),
  folded        INTEGER NOT NULL,      -- the sequence number up to which that has come
  floor         INTEGER NOT NULL,      -- no visit gets a number up to this one again
  erase_pending INTEGER NOT NULL,      -- 1: forgotten bytes may still be in the file
  half_life     INTEGER NOT NULL       -- of relevance, in ms, that `item.relevance` was made with
) STRICT;

INSERT INTO progress (id, folded, floor, erase_pending, half_life) VALUES (1, 0, 0, 0, 2592000000);
