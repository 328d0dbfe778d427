-- What the questions and chores of history need besides the first schema.

-- Visits that were never seen are in no posting list. Who forgets an item must find them too.
CREATE INDEX visit_unseen ON visit (route) WHERE time IS NULL AND route IS NOT NULL;

-- "Most visited" in order.
CREATE INDEX item_visited ON item (account, visits) WHERE visits > 0;

-- The back/forward list over all stacks of a scene, where the app asks for one: stacks and tips as
-- zigzag varint differences, after a format byte. Tip 0 is the root screen of its stack.
CREATE TABLE scene_list (
  scene    INTEGER NOT NULL REFERENCES scene (id) ON DELETE CASCADE,
  account  INTEGER NOT NULL REFERENCES account (id),
  position INTEGER NOT NULL,           -- of the current entry, from 0
  list     BLOB    NOT NULL,
  revision INTEGER NOT NULL,           -- grows by one with each change: who writes must know it
  PRIMARY KEY (scene, account)
) STRICT, WITHOUT ROWID;

-- Up to which item relevance has been counted anew since the half-life was changed; NULL: it is
-- right for all of them.
ALTER TABLE progress ADD COLUMN rescored INTEGER;
