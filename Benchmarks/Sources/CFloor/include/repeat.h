// Makes large histories in the file, because making them by navigating would take too long.
#ifndef NAVSTORE_FLOOR_REPEAT_H
#define NAVSTORE_FLOOR_REPEAT_H

/// Copies the visits of a store, so that the store has `times` times as many visits. The newest
/// copy has the times that the original visits had, and each other copy is 695 days older than the
/// copy after it. Stacks are unchanged.
///
/// No process may have the store open. All visits must be counted, seen, and no older than 695
/// days. Returns 1; 0 if SQLite fails.
int floor_repeat(const char *path, int times);

#endif
