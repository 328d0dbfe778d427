#define _GNU_SOURCE
#include "processor.h"

#ifdef __linux__
#include <sched.h>
#endif

void floor_stay_on_processor(void) {
#ifdef __linux__
    int processor = sched_getcpu();
    if (processor < 0) return;
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(processor, &processors);
    sched_setaffinity(0, sizeof processors, &processors);
#endif
}
