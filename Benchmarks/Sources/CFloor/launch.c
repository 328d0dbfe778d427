#include "launch.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static size_t read_all(int descriptor, char *output, size_t room) {
    char rest[256];
    size_t length = 0;
    for (;;) {
        int is_full = length + 1 >= room;
        ssize_t count = is_full ? read(descriptor, rest, sizeof rest)
                                : read(descriptor, output + length, room - 1 - length);
        if (count <= 0) return length;
        if (!is_full) length += (size_t)count;
    }
}

int floor_launch(const char *program, const char *first, const char *second, char *output,
                 size_t room) {
    int ends[2];
    if (room == 0 || pipe(ends) != 0) return -1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    char *const arguments[] = {(char *)program, (char *)first, first ? (char *)second : NULL, NULL};
    pid_t child = 0;
    int failure = posix_spawn(&child, program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    output[failure ? 0 : read_all(ends[0], output, room)] = 0;
    close(ends[0]);
    int status = 0;
    if (failure || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}
