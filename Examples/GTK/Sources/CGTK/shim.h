// The oldest supported version of GTK. A newer version then doesn't warn about functions that it
// has deprecated since.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#include <glib-unix.h>
#include <gtk/gtk.h>

// Two functions that libdispatch exports for CFRunLoop, and that none of its headers declares. The
// first returns an eventfd that is readable while Dispatch's main queue has work. The second runs
// that work.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *unused);
