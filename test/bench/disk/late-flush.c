/* A disk whose flushes take longer: loaded before libc, it waits BENCH_FLUSH_US and then flushes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int late(const char *name, int fd) {
  int (*flush)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  usleep((useconds_t)atoi(getenv("BENCH_FLUSH_US")));
  return flush(fd);
}

int fsync(int fd) { return late("fsync", fd); }
int fdatasync(int fd) { return late("fdatasync", fd); }
