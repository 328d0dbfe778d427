// Histories that would take too long to navigate.
#ifndef NAVSTORE_FLOOR_REPEAT_H
#define NAVSTORE_FLOOR_REPEAT_H

/// Makes the history of a store that nobody has open `times` as long: its visits again and again,
/// the last of them as late as before. Everything must be indexed, and seen, and no older than
/// 695 days. Stacks stay where they are. Returns 1, or 0 where SQLite fails.
int floor_repeat(const char *path, int times);

#endif
