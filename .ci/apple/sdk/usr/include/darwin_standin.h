// Stand-in for the C half of Darwin: the types, functions and constants that the checked sources use, with the widths
// and signs that they have on Apple's 64-bit systems. Written by hand; add what is missing. Macros that Swift cannot
// import, and variadic functions, are in modules/Darwin.swiftinterface.
#ifndef DARWIN_STANDIN_H
#define DARWIN_STANDIN_H

#include <TargetConditionals.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

#pragma clang assume_nonnull begin

// <math.h>
double exp(double); double exp2(double); double log(double); double log2(double); double log10(double); double log1p(double);
double expm1(double); double pow(double, double); double sqrt(double); double floor(double); double ceil(double);
double round(double); double fabs(double); double fmod(double, double); double trunc(double);

// <limits.h>
#define PATH_MAX 1024

// <fcntl.h>; `open` and `fcntl` are variadic
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_APPEND 0x00000008
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define F_BARRIERFSYNC 85
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
int flock(int, int);

// <unistd.h>
int close(int);
ssize_t read(int, void *_Null_unspecified, size_t);
ssize_t write(int, const void *_Null_unspecified, size_t);
ssize_t pread(int, void *_Null_unspecified, size_t, off_t);
ssize_t pwrite(int, const void *_Null_unspecified, size_t, off_t);
off_t lseek(int, off_t, int);
int fsync(int);
int ftruncate(int, off_t);
int unlink(const char *);
int rmdir(const char *);
ssize_t readlink(const char *__restrict, char *__restrict, size_t);
int access(const char *, int);
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
pid_t getpid(void);
uid_t getuid(void);
uid_t geteuid(void);
int isatty(int);
int usleep(useconds_t);
unsigned int sleep(unsigned int);
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
long sysconf(int);
int getpagesize(void);
int rename(const char *, const char *);
int mkdir(const char *, mode_t);
int chmod(const char *, mode_t);

// <sys/stat.h>
struct stat {
  dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
  struct timespec st_atimespec; struct timespec st_mtimespec; struct timespec st_ctimespec; struct timespec st_birthtimespec;
  off_t st_size; blkcnt_t st_blocks; blksize_t st_blksize; uint32_t st_flags; uint32_t st_gen; int32_t st_lspare; int64_t st_qspare[2];
};
int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);

// <sys/mount.h>
typedef struct fsid { int32_t val[2]; } fsid_t;
struct statfs {
  uint32_t f_bsize; int32_t f_iosize; uint64_t f_blocks; uint64_t f_bfree; uint64_t f_bavail; uint64_t f_files; uint64_t f_ffree;
  fsid_t f_fsid; uid_t f_owner; uint32_t f_type; uint32_t f_flags; uint32_t f_fssubtype;
  char f_fstypename[16]; char f_mntonname[1024]; char f_mntfromname[1024]; uint32_t f_flags_ext; uint32_t f_reserved[7];
};
#define MNT_RDONLY 0x00000001
#define MNT_LOCAL 0x00001000
int statfs(const char *, struct statfs *);
int fstatfs(int, struct statfs *);

// <errno.h>; `errno` itself is in the Swift half
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define EXDEV 18
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EMFILE 24
#define ENOSPC 28
#define EROFS 30
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define ENAMETOOLONG 63
#define EDQUOT 69
char *strerror(int);

// <sys/sysctl.h>, <sys/proc.h>; there is no <libproc.h> outside macOS
#define CTL_KERN 1
#define CTL_HW 6
#define KERN_PROC 14
#define KERN_PROC_PID 1
#define P_TRACED 0x00000800
int sysctl(int *_Nonnull, unsigned int, void *_Nullable, size_t *_Nullable, void *_Nullable, size_t);
int sysctlbyname(const char *, void *_Nullable, size_t *_Nullable, void *_Nullable, size_t);
struct extern_proc { struct timeval p_starttime; int p_flag; char p_stat; pid_t p_pid; pid_t p_oppid; char p_comm[17]; };
struct eproc { pid_t e_ppid; pid_t e_pgid; };
struct kinfo_proc { struct extern_proc kp_proc; struct eproc kp_eproc; };

// <os/lock.h>
typedef struct os_unfair_lock_s { uint32_t _os_unfair_lock_opaque; } os_unfair_lock, *os_unfair_lock_t;
#define OS_UNFAIR_LOCK_INIT ((os_unfair_lock){0})
void os_unfair_lock_lock(os_unfair_lock_t);
_Bool os_unfair_lock_trylock(os_unfair_lock_t);
void os_unfair_lock_unlock(os_unfair_lock_t);
void os_unfair_lock_assert_owner(const os_unfair_lock *);

// <pthread.h>
typedef struct _opaque_pthread_mutex_t { long __sig; char __opaque[56]; } pthread_mutex_t;
typedef struct _opaque_pthread_mutexattr_t { long __sig; char __opaque[8]; } pthread_mutexattr_t;
typedef struct _opaque_pthread_t { long __sig; void *_Nullable __cleanup_stack; char __opaque[8176]; } *pthread_t;
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *_Nullable);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_mutex_destroy(pthread_mutex_t *);
pthread_t pthread_self(void);
int pthread_equal(pthread_t _Nullable, pthread_t _Nullable);
int pthread_main_np(void);

// <signal.h>
#define SIGINT 2
#define SIGTERM 15
#define SIGKILL 9
#define SIGPIPE 13
int kill(pid_t, int);
int raise(int);

// <termios.h>, <sys/ioctl.h>
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };

#pragma clang assume_nonnull end
#endif
