// The oldest GTK that the app runs on: a newer one must not warn of what has been replaced since.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#include <glib-unix.h>
#include <gtk/gtk.h>
