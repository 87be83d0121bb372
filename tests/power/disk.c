/* A disk that loses what was not synced. LD_PRELOAD puts this library into a program.

   After each fsync or fdatasync of a file in POWER_LIVE, the library copies the file to POWER_DURABLE. A rename or a removal
   happens there as well. So POWER_DURABLE holds what a disk must still have after a power cut, and nothing else. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Write the durable path of a live path. Return 0 if the path is outside POWER_LIVE. */
static int durable_path(const char *path, char *result) {
    const char *live = getenv("POWER_LIVE"), *durable = getenv("POWER_DURABLE");
    size_t length = live ? strlen(live) : 0;
    char absolute[2 * PATH_MAX];
    if (path[0] != '/') { /* PostgreSQL names its files relative to its folder */
        if (!getcwd(absolute, PATH_MAX)) return 0;
        strcat(absolute, "/");
        path = strncat(absolute, path, PATH_MAX - 2);
    }
    if (!durable || !length || strncmp(path, live, length) || path[length] != '/') return 0;
    return snprintf(result, PATH_MAX, "%s%s", durable, path + length) < PATH_MAX;
}

static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0755);
        *slash = '/';
    }
}

static void copy_durably(int fd) {
    char link[64], path[PATH_MAX], target[PATH_MAX], part[PATH_MAX + 64], bytes[65536];
    struct stat status;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0 || fstat(fd, &status) || !S_ISREG(status.st_mode)) return;
    path[length] = 0;
    if (!durable_path(path, target)) return;
    make_folders(target);
    snprintf(part, sizeof part, "%s.part%ld", target, (long)syscall(SYS_gettid));
    int from = open(path, O_RDONLY | O_CLOEXEC), to = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    ssize_t count = 0;
    while (from >= 0 && to >= 0 && (count = read(from, bytes, sizeof bytes)) > 0)
        if (write(to, bytes, count) != count) abort();
    if (to >= 0) close(to);
    /* A removed file is gone here, too. */
    if (from < 0 || count < 0) unlink(part); else syscall(SYS_renameat, AT_FDCWD, part, AT_FDCWD, target);
    if (from >= 0) close(from);
}

static int sync_and_copy(const char *name, int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    int result = real(fd), error = errno;
    if (!result) copy_durably(fd);
    errno = error;
    return result;
}

int fsync(int fd) { return sync_and_copy("fsync", fd); }

int fdatasync(int fd) { return sync_and_copy("fdatasync", fd); }

int rename(const char *old, const char *new) {
    char from[PATH_MAX], to[PATH_MAX];
    int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    int result = real(old, new), error = errno;
    if (!result && durable_path(old, from) && durable_path(new, to)) {
        make_folders(to);
        if (syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to)) syscall(SYS_unlinkat, AT_FDCWD, to, 0);
    }
    errno = error;
    return result;
}

int unlink(const char *path) {
    char target[PATH_MAX];
    int (*real)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "unlink");
    int result = real(path), error = errno;
    if (!result && durable_path(path, target)) syscall(SYS_unlinkat, AT_FDCWD, target, 0);
    errno = error;
    return result;
}
