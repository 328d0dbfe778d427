// The oldest supported GTK. Its functions must not be reported as deprecated by a newer version.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#include <glib-unix.h>
#include <gtk/gtk.h>
