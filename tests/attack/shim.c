/*
 * Fails chosen calls of the C library below one folder. Loaded with LD_PRELOAD.
 *
 *   ATTACK_FOLDER=/path          calls on files below this folder count, and on descriptors opened there
 *   ATTACK_FAULT=KIND:N:HOW:WHEN the call to fail
 *     KIND   write, sync, rename, open, openr, read, close, mkdir, truncate, unlink
 *     N      number of the call of that kind, from 1
 *     HOW    an errno, or `short` (half the bytes), or `none` (no byte)
 *     WHEN   `once`, or `on` for that call and all later ones
 *   ATTACK_HIT=/path             gets one byte for each call that was failed
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define DESCRIPTORS 65536
enum { SHORT = -1, NONE = -2 };

static char folder[PATH_MAX], hit[PATH_MAX], here[PATH_MAX], kind[16];
static long nth;
static int how, later;
static atomic_long calls;
static atomic_uchar inside[DESCRIPTORS];

__attribute__((constructor)) static void begin(void) {
    const char *root = getenv("ATTACK_FOLDER"), *fault = getenv("ATTACK_FAULT"), *mark = getenv("ATTACK_HIT");
    char word[16] = "", when[8] = "";
    if (!root || !fault || !mark || sscanf(fault, "%15[^:]:%ld:%15[^:]:%7s", kind, &nth, word, when) != 4) {
        kind[0] = 0;
        return;
    }
    snprintf(folder, sizeof folder, "%s", root);
    snprintf(hit, sizeof hit, "%s", mark);
    if (!getcwd(here, sizeof here)) here[0] = 0;
    how = !strcmp(word, "short") ? SHORT : !strcmp(word, "none") ? NONE : atoi(word);
    later = !strcmp(when, "on");
}

static int below(const char *path) {
    char whole[2 * PATH_MAX];
    size_t length = strlen(folder);
    if (!length || !path) return 0;
    if (path[0] == '/') snprintf(whole, sizeof whole, "%s", path);
    else snprintf(whole, sizeof whole, "%s/%s", here, path);
    return !strncmp(whole, folder, length) && (whole[length] == '/' || !whole[length]);
}

static int known(int fd) {
    return fd >= 0 && fd < DESCRIPTORS && atomic_load(&inside[fd]);
}

static void mark(int fd, int is_inside) {
    if (fd >= 0 && fd < DESCRIPTORS) atomic_store(&inside[fd], is_inside);
}

static int below_at(int dir, const char *path) {
    return dir == AT_FDCWD || (path && path[0] == '/') ? below(path) : known(dir);
}

/* Counts a call; true if it is to fail. The hit is noted by system calls of its own, which do not count. */
static int strikes(const char *called) {
    if (strcmp(kind, called)) return 0;
    long number = atomic_fetch_add(&calls, 1) + 1;
    if (number != nth && !(later && number > nth)) return 0;
    int saved = errno;
    long fd = syscall(SYS_openat, AT_FDCWD, hit, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd >= 0) {
        syscall(SYS_write, fd, "x", 1);
        syscall(SYS_close, fd);
    }
    errno = saved;
    return 1;
}

static int failed(void) {
    errno = how > 0 ? how : EIO;
    return -1;
}

#define NEXT(name) \
    static __typeof__(name) *next; \
    if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)


/* A transfer, of which a part or nothing may be done. */
#define TRANSFERS(name, fd, call, params, args, short_args) \
    ssize_t name params { \
        NEXT(name); \
        if (!known(fd) || !strikes(call)) return next args; \
        if (how == NONE) return 0; \
        return how == SHORT ? next short_args : failed(); \
    }
TRANSFERS(write, fd, "write", (int fd, const void *bytes, size_t size), (fd, bytes, size), (fd, bytes, (size + 1) / 2))
TRANSFERS(pwrite, fd, "write", (int fd, const void *bytes, size_t size, off_t at), (fd, bytes, size, at),
          (fd, bytes, (size + 1) / 2, at))
TRANSFERS(pwrite64, fd, "write", (int fd, const void *bytes, size_t size, off64_t at), (fd, bytes, size, at),
          (fd, bytes, (size + 1) / 2, at))
TRANSFERS(writev, fd, "write", (int fd, const struct iovec *parts, int count), (fd, parts, count),
          (fd, parts, count > 1 ? count / 2 : count))
TRANSFERS(copy_file_range, out, "write",
          (int in, off64_t *in_at, int out, off64_t *out_at, size_t size, unsigned flags),
          (in, in_at, out, out_at, size, flags), (in, in_at, out, out_at, size > 2 ? 2 : size, flags))
TRANSFERS(read, fd, "read", (int fd, void *bytes, size_t size), (fd, bytes, size), (fd, bytes, (size + 1) / 2))
TRANSFERS(pread64, fd, "read", (int fd, void *bytes, size_t size, off64_t at), (fd, bytes, size, at),
          (fd, bytes, (size + 1) / 2, at))

ssize_t sendfile64(int out, int in, off64_t *at, size_t size) {
    static ssize_t (*next)(int, int, off64_t *, size_t);
    if (!next) next = (ssize_t(*)(int, int, off64_t *, size_t))dlsym(RTLD_NEXT, "sendfile64");
    if (known(out) && strikes("write")) {
        if (how == NONE) return 0;
        return how == SHORT ? next(out, in, at, size > 2 ? 2 : size) : failed();
    }
    return next(out, in, at, size);
}

/* A call that is done or fails. */
#define FAILS(name, ours, call, params, args) \
    int name params { \
        NEXT(name); \
        return (ours) && strikes(call) ? failed() : next args; \
    }
FAILS(fsync, known(fd), "sync", (int fd), (fd))
FAILS(fdatasync, known(fd), "sync", (int fd), (fd))
FAILS(ftruncate, known(fd), "truncate", (int fd, off_t size), (fd, size))
FAILS(ftruncate64, known(fd), "truncate", (int fd, off64_t size), (fd, size))
FAILS(rename, below(from) || below(to), "rename", (const char *from, const char *to), (from, to))
FAILS(renameat, below_at(from_dir, from) || below_at(to_dir, to), "rename",
      (int from_dir, const char *from, int to_dir, const char *to), (from_dir, from, to_dir, to))
FAILS(renameat2, below_at(from_dir, from) || below_at(to_dir, to), "rename",
      (int from_dir, const char *from, int to_dir, const char *to, unsigned flags),
      (from_dir, from, to_dir, to, flags))
FAILS(link, below(from) || below(to), "rename", (const char *from, const char *to), (from, to))
FAILS(linkat, below_at(from_dir, from) || below_at(to_dir, to), "rename",
      (int from_dir, const char *from, int to_dir, const char *to, int flags), (from_dir, from, to_dir, to, flags))
FAILS(mkdir, below(path), "mkdir", (const char *path, mode_t mode), (path, mode))
FAILS(mkdirat, below_at(dir, path), "mkdir", (int dir, const char *path, mode_t mode), (dir, path, mode))
FAILS(unlink, below(path), "unlink", (const char *path), (path))
FAILS(rmdir, below(path), "unlink", (const char *path), (path))
FAILS(unlinkat, below_at(dir, path), "unlink", (int dir, const char *path, int flags), (dir, path, flags))

/* The descriptor is closed all the same, as Linux does. */
int close(int fd) {
    NEXT(close);
    int fails = known(fd) && strikes("close");
    mark(fd, 0);
    int done = next(fd);
    return fails ? failed() : done;
}

static int opens(int ours, int flags) {
    return ours && strikes((flags & O_ACCMODE) != O_RDONLY ? "open" : "openr");
}

#define MODE_OF(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | __O_TMPFILE)) { \
        va_list more; \
        va_start(more, flags); \
        mode = va_arg(more, mode_t); \
        va_end(more); \
    }

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        MODE_OF(flags) \
        static int (*next)(const char *, int, ...); \
        if (!next) next = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        int ours = below(path); \
        if (opens(ours, flags)) return failed(); \
        int fd = next(path, flags, mode); \
        mark(fd, ours); \
        return fd; \
    }
OPEN(open)
OPEN(open64)

#define OPEN_AT(name) \
    int name(int dir, const char *path, int flags, ...) { \
        MODE_OF(flags) \
        static int (*next)(int, const char *, int, ...); \
        if (!next) next = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        int ours = below_at(dir, path); \
        if (opens(ours, flags)) return failed(); \
        int fd = next(dir, path, flags, mode); \
        mark(fd, ours); \
        return fd; \
    }
OPEN_AT(openat)
OPEN_AT(openat64)

int creat(const char *path, mode_t mode) {
    return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

/* A copy of a descriptor belongs where the original does. */
#define CONTROL(name) \
    int name(int fd, int command, ...) { \
        va_list more; \
        va_start(more, command); \
        void *argument = va_arg(more, void *); \
        va_end(more); \
        static int (*next)(int, int, ...); \
        if (!next) next = (int (*)(int, int, ...))dlsym(RTLD_NEXT, #name); \
        int done = next(fd, command, argument); \
        if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) mark(done, known(fd)); \
        return done; \
    }
CONTROL(fcntl)
CONTROL(fcntl64)
