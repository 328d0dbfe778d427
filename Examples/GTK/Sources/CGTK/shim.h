// The oldest supported GTK. Its functions must not be reported as deprecated by a newer version.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#include <glib-unix.h>
#include <gtk/gtk.h>

// Two functions that libdispatch exports for CFRunLoop, without a header. The first returns an eventfd
// that is readable while the main queue has work. The second runs that work.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *unused);
