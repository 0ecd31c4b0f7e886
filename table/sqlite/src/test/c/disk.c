/*
 * A disk that records what reaches it, fails or hangs, under one process: a library to preload. It
 * sees the files of one folder whose names begin with DISK_NAME, their folder, and the file
 * DISK_TOLD, to which the process writes what it has told others.
 *
 * DISK_CONTROL is a file of integers in memory that is shared with the test:
 *   0  what a sync does: 0 works, 1 fails, 2 waits until this changes
 *   1  how many writes still work before one fails; -1 for all
 *   2  the error of the write that fails
 *   3  whether all writes after it fail, too
 *   4  counts writes
 *   5  counts syncs that have begun
 *
 * DISK_LOG gets a record for each event, in one order: a byte for its kind, the file's number, the
 * position, the length, and as many bytes. A write is recorded when it is done, a sync when it
 * begins and when it has ended; so what is recorded before a sync begins is on the disk when it has
 * ended.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FOLDER = -2, TOLD = -3, FILES = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static char prefix[PATH_MAX];
static char told[PATH_MAX];
static int log_file = -1;
static volatile int32_t *control;
static int32_t number_of[FILES]; /* by descriptor: a file's number, or 0 */
static int32_t next_number = 1;

static int (*real_open)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static int (*real_close)(int);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off64_t);
static int (*real_unlink)(const char *);
static int (*real_rename)(const char *, const char *);

__attribute__((constructor)) static void begin(void) {
  real_open = dlsym(RTLD_NEXT, "open64");
  real_openat = dlsym(RTLD_NEXT, "openat64");
  real_close = dlsym(RTLD_NEXT, "close");
  real_write = dlsym(RTLD_NEXT, "write");
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
  real_rename = dlsym(RTLD_NEXT, "rename");
  const char *at = getenv("DISK_FOLDER");
  if (at == NULL) {
    return;
  }
  snprintf(folder, sizeof folder, "%s", at);
  snprintf(prefix, sizeof prefix, "%s/%s", at, getenv("DISK_NAME"));
  snprintf(told, sizeof told, "%s", getenv("DISK_TOLD"));
  if (getenv("DISK_LOG") != NULL) {
    log_file = real_open(getenv("DISK_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  }
  int shared = real_open(getenv("DISK_CONTROL"), O_RDWR | O_CLOEXEC);
  control = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
  real_close(shared);
}

static void all(const void *bytes, size_t length) {
  const char *rest = bytes;
  while (length > 0) {
    ssize_t done = real_write(log_file, rest, length);
    if (done < 0) {
      abort();
    }
    rest += done;
    length -= done;
  }
}

static void record(char kind, int32_t file, int64_t position, const void *bytes, int32_t length) {
  if (log_file < 0) {
    return;
  }
  int saved = errno;
  char head[17];
  head[0] = kind;
  memcpy(head + 1, &file, 4);
  memcpy(head + 5, &position, 8);
  memcpy(head + 13, &length, 4);
  pthread_mutex_lock(&lock);
  all(head, sizeof head);
  all(bytes, length);
  pthread_mutex_unlock(&lock);
  errno = saved;
}

/* The memory that processes share for a log means nothing after a power cut. */
static int ours(const char *path) {
  size_t length = strlen(path);
  return prefix[0] != 0 && strncmp(path, prefix, strlen(prefix)) == 0
      && !(length > 4 && strcmp(path + length - 4, "-shm") == 0);
}

static int opened(int fd, const char *path, int existed) {
  if (fd < 0 || fd >= FILES || folder[0] == 0) {
    return fd;
  }
  if (strcmp(path, told) == 0) {
    number_of[fd] = TOLD;
  } else if (strcmp(path, folder) == 0) {
    number_of[fd] = FOLDER;
  } else if (ours(path)) {
    struct stat found;
    fstat(fd, &found);
    /* Descriptors of the same file share its number, which the file's own number in its file system
       gives; a later file may get that of one that is deleted. */
    pthread_mutex_lock(&lock);
    static struct { ino_t inode; int32_t number; } known[FILES];
    static int count;
    int32_t number = 0;
    for (int i = 0; i < count; i++) {
      if (known[i].inode == found.st_ino) {
        number = known[i].number;
        if (!existed) {
          number = known[i].number = next_number++;
        }
      }
    }
    if (number == 0) {
      number = next_number++;
      known[count].inode = found.st_ino;
      known[count++].number = number;
    }
    number_of[fd] = number;
    pthread_mutex_unlock(&lock);
    const char *name = path + strlen(folder) + 1;
    record(existed ? 'O' : 'C', number, 0, name, strlen(name));
  } else {
    number_of[fd] = 0;
  }
  return fd;
}

static int exists(const char *path) {
  return access(path, F_OK) == 0;
}

#define OPEN(name)                                              \
  int name(const char *path, int flags, ...) {                  \
    va_list rest;                                               \
    va_start(rest, flags);                                      \
    mode_t mode = va_arg(rest, mode_t);                         \
    va_end(rest);                                               \
    int saved = errno;                                          \
    int existed = exists(path);                                 \
    errno = saved;                                              \
    return opened(real_open(path, flags, mode), path, existed); \
  }

OPEN(open)
OPEN(open64)

int close(int fd) {
  if (fd >= 0 && fd < FILES) {
    number_of[fd] = 0;
  }
  return real_close(fd);
}

static int32_t file_of(int fd) {
  return fd >= 0 && fd < FILES ? number_of[fd] : 0;
}

/* Returns whether this write fails. */
static int fails(int32_t file) {
  if (file <= 0) {
    return 0;
  }
  __sync_fetch_and_add(&control[4], 1);
  if (control[1] < 0) {
    return 0;
  }
  if (control[1] > 0) {
    __sync_fetch_and_sub(&control[1], 1);
    return 0;
  }
  if (!control[3]) {
    control[1] = -1;
  }
  errno = control[2];
  return 1;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  int32_t file = file_of(fd);
  if (file == TOLD) {
    ssize_t done = real_write(fd, bytes, length);
    record('A', TOLD, 0, bytes, done < 0 ? 0 : done);
    return done;
  }
  if (fails(file)) {
    return -1;
  }
  off64_t position = file > 0 ? lseek64(fd, 0, SEEK_CUR) : 0;
  ssize_t done = real_write(fd, bytes, length);
  if (file > 0 && done > 0) {
    record('W', file, position, bytes, done);
  }
  return done;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t position) {
  int32_t file = file_of(fd);
  if (fails(file)) {
    return -1;
  }
  ssize_t done = real_pwrite(fd, bytes, length, position);
  if (file > 0 && done > 0) {
    record('W', file, position, bytes, done);
  }
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t position) {
  return pwrite64(fd, bytes, length, position);
}

static int synced(int fd, int (*sync)(int)) {
  int32_t file = file_of(fd);
  if (file == 0 || file == TOLD) {
    return sync(fd);
  }
  static int64_t next_sync;
  int64_t number = __sync_add_and_fetch(&next_sync, 1);
  record('B', file, number, "", 0);
  __sync_fetch_and_add(&control[5], 1);
  while (control[0] == 2) {
    usleep(1000);
  }
  if (control[0] == 1) {
    errno = EIO;
    return -1;
  }
  int status = sync(fd);
  if (status == 0) {
    record('E', file, number, "", 0);
  }
  return status;
}

int fsync(int fd) {
  return synced(fd, real_fsync);
}

int fdatasync(int fd) {
  return synced(fd, real_fdatasync);
}

int ftruncate64(int fd, off64_t length) {
  int status = real_ftruncate(fd, length);
  if (status == 0 && file_of(fd) > 0) {
    record('T', file_of(fd), length, "", 0);
  }
  return status;
}

int ftruncate(int fd, off_t length) {
  return ftruncate64(fd, length);
}

int unlink(const char *path) {
  int status = real_unlink(path);
  if (status == 0 && ours(path)) {
    const char *name = path + strlen(folder) + 1;
    record('U', 0, 0, name, strlen(name));
  }
  return status;
}

int rename(const char *from, const char *to) {
  int status = real_rename(from, to);
  if (status == 0 && ours(from) && ours(to)) {
    char names[2 * PATH_MAX];
    int length = snprintf(
        names, sizeof names, "%s/%s", from + strlen(folder) + 1, to + strlen(folder) + 1);
    record('R', 0, 0, names, length);
  }
  return status;
}
