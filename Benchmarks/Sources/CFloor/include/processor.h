// Binds a thread to a processor.
#ifndef NAVSTORE_FLOOR_PROCESSOR_H
#define NAVSTORE_FLOOR_PROCESSOR_H

/// Binds the calling thread to the processor on which it runs. Does nothing on systems other than
/// Linux.
void floor_stay_on_processor(void);

#endif
