#include "CSimulatedDisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// Writes that no sync has followed

struct Log {
  char *name;
  int count, capacity;
  struct SimulatedDiskWrite *writes;
  struct Log *next;
};

static _Thread_local SimulatedDiskHook hook;
static _Thread_local void *hookContext;
static _Thread_local struct Log *logs;

static sqlite3_vfs *below;
static sqlite3_vfs disk;

static struct Log *log_of(const char *name, int isMade) {
  for (struct Log *log = logs; log; log = log->next)
    if (strcmp(log->name, name) == 0) return log;
  if (!isMade) return NULL;
  struct Log *log = calloc(1, sizeof(struct Log));
  log->name = strdup(name);
  log->next = logs;
  logs = log;
  return log;
}

static void clear(struct Log *log) {
  if (!log) return;
  for (int index = 0; index < log->count; index++) {
    free((void *)log->writes[index].before);
    free((void *)log->writes[index].after);
  }
  log->count = 0;
}

static void keep(const char *name, struct SimulatedDiskWrite write) {
  struct Log *log = log_of(name, 1);
  if (log->count == log->capacity) {
    log->capacity = log->capacity * 2 + 16;
    log->writes = realloc(log->writes, sizeof(struct SimulatedDiskWrite) * (size_t)log->capacity);
  }
  log->writes[log->count++] = write;
}

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

// Files

struct File {
  sqlite3_file base;

  /// NULL for a file of SQLite's own, which is gone with it
  char *name;
  sqlite3_int64 unused;
};

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((struct File *)file + 1); }
static const char *name_of(sqlite3_file *file) { return ((struct File *)file)->name; }
#define BELOW(file) (real(file)->pMethods)

static int ask(int call) { return hook ? hook(hookContext, call) : SQLITE_OK; }

/// The bytes of a file at an offset, as far as there are any; the caller frees them
static unsigned char *content(sqlite3_file *file, sqlite3_int64 offset, long long *length, long long size) {
  if (offset >= size) *length = 0;
  if (offset < size && offset + *length > size) *length = size - offset;
  unsigned char *bytes = malloc((size_t)*length + 1);
  if (*length > 0) BELOW(file)->xRead(real(file), bytes, (int)*length, offset);
  return bytes;
}

/// Makes a write, and keeps it
static int make_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  const char *name = name_of(file);
  struct SimulatedDiskWrite write = {.offset = offset, .beforeLength = count, .afterLength = count};
  if (name && hook) {
    sqlite3_int64 size = 0;
    BELOW(file)->xFileSize(real(file), &size);
    write.sizeBefore = size;
    write.sizeAfter = offset + count > size ? offset + count : size;
    write.before = content(file, offset, &write.beforeLength, size);
    unsigned char *after = malloc((size_t)count + 1);
    memcpy(after, bytes, (size_t)count);
    write.after = after;
  }
  int code = BELOW(file)->xWrite(real(file), bytes, count, offset);
  if (name && hook) keep(name, write);
  return code;
}

static int disk_close(sqlite3_file *file) {
  int code = BELOW(file)->xClose(real(file));
  free(((struct File *)file)->name);
  return code;
}

static int disk_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  int code = ask(SimulatedDiskRead);
  return code ? code : BELOW(file)->xRead(real(file), bytes, count, offset);
}

static int disk_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int code = ask(SimulatedDiskWrite);
  if (!code) return make_write(file, bytes, count, offset);
  if (count > 1) make_write(file, bytes, count / 2, offset);
  return code;
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = ask(SimulatedDiskTruncate);
  if (code) return code;
  const char *name = name_of(file);
  if (name && hook) {
    sqlite3_int64 before = 0;
    BELOW(file)->xFileSize(real(file), &before);
    struct SimulatedDiskWrite write = {
        .offset = size, .beforeLength = before > size ? before - size : 0, .sizeBefore = before, .sizeAfter = size};
    write.before = content(file, size, &write.beforeLength, before);
    keep(name, write);
  }
  return BELOW(file)->xTruncate(real(file), size);
}

static int disk_sync(sqlite3_file *file, int flags) {
  int code = ask(SimulatedDiskSync);
  if (code) return code;
  code = BELOW(file)->xSync(real(file), flags);
  if (!code && name_of(file)) clear(log_of(name_of(file), 0));
  return code;
}

static int disk_size(sqlite3_file *file, sqlite3_int64 *size) { return BELOW(file)->xFileSize(real(file), size); }
static int disk_lock(sqlite3_file *file, int lock) { return BELOW(file)->xLock(real(file), lock); }
static int disk_unlock(sqlite3_file *file, int lock) { return BELOW(file)->xUnlock(real(file), lock); }
static int disk_reserved(sqlite3_file *file, int *result) { return BELOW(file)->xCheckReservedLock(real(file), result); }
static int disk_control(sqlite3_file *file, int operation, void *argument) {
  return BELOW(file)->xFileControl(real(file), operation, argument);
}
static int disk_sector(sqlite3_file *file) { return BELOW(file)->xSectorSize(real(file)); }
static int disk_traits(sqlite3_file *file) { return BELOW(file)->xDeviceCharacteristics(real(file)); }
static int disk_map(sqlite3_file *file, int region, int size, int isExtended, void volatile **memory) {
  return BELOW(file)->xShmMap(real(file), region, size, isExtended, memory);
}
static int disk_shared_lock(sqlite3_file *file, int offset, int count, int flags) {
  return BELOW(file)->xShmLock(real(file), offset, count, flags);
}
static void disk_barrier(sqlite3_file *file) { BELOW(file)->xShmBarrier(real(file)); }
static int disk_unmap(sqlite3_file *file, int isDeleted) { return BELOW(file)->xShmUnmap(real(file), isDeleted); }

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = disk_close,
    .xRead = disk_read,
    .xWrite = disk_write,
    .xTruncate = disk_truncate,
    .xSync = disk_sync,
    .xFileSize = disk_size,
    .xLock = disk_lock,
    .xUnlock = disk_unlock,
    .xCheckReservedLock = disk_reserved,
    .xFileControl = disk_control,
    .xSectorSize = disk_sector,
    .xDeviceCharacteristics = disk_traits,
    .xShmMap = disk_map,
    .xShmLock = disk_shared_lock,
    .xShmBarrier = disk_barrier,
    .xShmUnmap = disk_unmap,
};

// The VFS

static int disk_open(sqlite3_vfs *vfs, sqlite3_filename path, sqlite3_file *file, int flags, int *outFlags) {
  (void)vfs;
  file->pMethods = NULL;
  struct File *opened = (struct File *)file;
  opened->name = NULL;
  int code = ask(SimulatedDiskOpen);
  if (code) return code;
  code = below->xOpen(below, path, real(file), flags, outFlags);
  if (code) return code;
  if (path) opened->name = strdup(last_part(path));
  file->pMethods = &methods;
  return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int isSynced) {
  (void)vfs;
  int code = ask(SimulatedDiskDelete);
  if (code) return code;
  clear(log_of(last_part(path), 0));
  return below->xDelete(below, path, isSynced);
}

static void install(void) {
  below = sqlite3_vfs_find(NULL);
  disk = *below;
  disk.pNext = NULL;
  disk.zName = "simulated-disk";
  disk.szOsFile = (int)sizeof(struct File) + below->szOsFile;
  disk.xOpen = disk_open;
  disk.xDelete = disk_delete;
  sqlite3_vfs_register(&disk, 1);
}

void simulated_disk_begin(SimulatedDiskHook begun, void *context) {
  // Tests run on several threads.
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  hook = begun;
  hookContext = context;
}

void simulated_disk_end(void) {
  hook = NULL;
  simulated_disk_forget();
}

int simulated_disk_unsynced(const char *name) {
  struct Log *log = log_of(name, 0);
  return log ? log->count : 0;
}

struct SimulatedDiskWrite simulated_disk_write(const char *name, int index) { return log_of(name, 0)->writes[index]; }

void simulated_disk_forget(void) {
  while (logs) {
    struct Log *log = logs;
    logs = log->next;
    clear(log);
    free(log->writes);
    free(log->name);
    free(log);
  }
}
