// A VFS of SQLite over the system's own that keeps the writes since the last sync, and asks before each call of the disk.
//
// SQLite ─▶ simulated disk ─▶ the system's VFS, in a folder in memory
//               │ asks the hook before each call, which may have it fail
//               └ keeps each write that no sync has followed: a power cut may lose it
//
// All of it belongs to the thread that begins it: other threads of a process use SQLite as ever.
#ifndef OPP_CSIMULATED_DISK_H
#define OPP_CSIMULATED_DISK_H

/// A call of the disk
enum SimulatedDiskCall {
  SimulatedDiskOpen,
  SimulatedDiskRead,
  SimulatedDiskWrite,
  SimulatedDiskSync,
  SimulatedDiskTruncate,
  SimulatedDiskDelete,
};

/// Is asked before a call. Returns 0 for the call to be made, or the code of SQLite with which it fails; half of a write that fails is made.
typedef int (*SimulatedDiskHook)(void *context, int call);

/// A write that no sync has followed, or a truncation
struct SimulatedDiskWrite {
  long long offset;
  const unsigned char *before;
  long long beforeLength;
  const unsigned char *after;
  long long afterLength;

  /// The size of the file before and after it
  long long sizeBefore;
  long long sizeAfter;
};

/// Begins to keep writes, and to ask the hook, on this thread.
void simulated_disk_begin(SimulatedDiskHook hook, void *context);

/// Ends it.
void simulated_disk_end(void);

/// The number of writes to a file that no sync has followed, by the last part of its path.
int simulated_disk_unsynced(const char *name);

/// One of them, the oldest first; valid until the next call of the disk.
struct SimulatedDiskWrite simulated_disk_write(const char *name, int index);

/// Takes all files as synced, such as after their content was replaced.
void simulated_disk_forget(void);

#endif
