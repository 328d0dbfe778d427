// Histories that would take too long to create by navigating.
#ifndef NAVSTORE_FLOOR_REPEAT_H
#define NAVSTORE_FLOOR_REPEAT_H

/// Multiplies the history of a store by `times`, by repeating its visits. The last visit keeps its
/// time. No process may have the store open. All visits must be indexed, seen, and no older than
/// 695 days. Stacks are unchanged. Returns 1; 0 if SQLite fails.
int floor_repeat(const char *path, int times);

#endif
