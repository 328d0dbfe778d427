// Starting programs with as little around them as there can be.
#ifndef NAVSTORE_FLOOR_LAUNCH_H
#define NAVSTORE_FLOOR_LAUNCH_H

#include <stddef.h>

/// Starts `program` with up to two arguments (NULL: none), reads what it prints and waits for its
/// end. Puts the first `room - 1` bytes into `output`, and a 0. Returns its exit status; -1 where
/// it could not be started or was killed.
int floor_launch(const char *program, const char *first, const char *second, char *output,
                 size_t room);

#endif
