// Where a thread runs.
#ifndef NAVSTORE_FLOOR_PROCESSOR_H
#define NAVSTORE_FLOOR_PROCESSOR_H

/// Keeps the calling thread on the processor that it runs on, where the system lets it: on Linux.
void floor_stay_on_processor(void);

#endif
