// Starts programs with `posix_spawn`, which adds little time to the time of the programs.
#ifndef NAVSTORE_FLOOR_LAUNCH_H
#define NAVSTORE_FLOOR_LAUNCH_H

#include <stddef.h>

/// Starts `program` with up to two arguments (NULL for none), reads its output and waits for its
/// end. Puts the first `room - 1` bytes of the output and a zero byte into `output`. Returns the
/// exit status; -1 if the program could not be started or was killed.
int floor_launch(const char *program, const char *first, const char *second, char *output,
                 size_t room);

#endif
