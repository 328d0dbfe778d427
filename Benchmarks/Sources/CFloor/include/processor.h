// The processor of a thread.
#ifndef NAVSTORE_FLOOR_PROCESSOR_H
#define NAVSTORE_FLOOR_PROCESSOR_H

/// Keeps the calling thread on its current processor, if the system supports that (Linux).
void floor_stay_on_processor(void);

#endif
