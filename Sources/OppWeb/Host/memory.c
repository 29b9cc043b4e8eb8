// The memory of the WebAssembly module: blocks of powers of two in free lists, taken from the end of the
// module's memory, which grows by pages of 64 KiB. One thread, so no lock.

#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;

// A block is preceded by its class: its size is 1 << class, the header included. The header is as long as
// the greatest alignment that is given without looking for another place.
enum { header = 16, smallest = 5, classes = 32 };

typedef struct block {
  struct block *next;
} block;

static block *vacant[classes];
static uintptr_t top;

static uintptr_t end_of_memory(void) { return (uintptr_t)__builtin_wasm_memory_size(0) << 16; }

// The next bytes that were never used; 0 where there is no more memory.
static uintptr_t fresh(size_t size) {
  if (top == 0) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  if (size > UINT32_MAX - 65536 - top) return 0;
  uintptr_t start = top, after = top + size;
  if (after > end_of_memory()) {
    size_t pages = (after - end_of_memory() + 65535) >> 16;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 0;
  }
  top = after;
  return start;
}

static uint32_t *class_of(void *pointer) { return (uint32_t *)((uintptr_t)pointer - 8); }

void *malloc(size_t size) {
  if (size > (1u << 30)) return NULL;
  uint32_t class = smallest;
  while (((size_t)1 << class) < size + header) class++;
  block *found = vacant[class];
  if (found) {
    vacant[class] = found->next;
  } else {
    uintptr_t start = fresh((size_t)1 << class);
    if (start == 0) return NULL;
    found = (block *)(start + header);
    class_of(found)[0] = class;
    class_of(found)[1] = 0;
  }
  return found;
}

void free(void *pointer) {
  if (!pointer) return;
  // The distance to the beginning of a block that was moved to be aligned.
  uint32_t moved = class_of(pointer)[1];
  block *found = (block *)((uintptr_t)pointer - moved);
  uint32_t class = class_of(found)[0];
  class_of(found)[1] = 0;
  found->next = vacant[class];
  vacant[class] = found;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment <= header) {
    *result = malloc(size);
    return *result ? 0 : 12;
  }
  void *found = malloc(size + alignment);
  if (!found) return 12;
  uintptr_t start = ((uintptr_t)found + alignment - 1) & ~(uintptr_t)(alignment - 1);
  if (start != (uintptr_t)found) {
    class_of((void *)start)[0] = class_of(found)[0];
    class_of((void *)start)[1] = (uint32_t)(start - (uintptr_t)found);
  }
  *result = (void *)start;
  return 0;
}

void *memcpy(void *to, const void *from, size_t count) {
  unsigned char *target = to;
  const unsigned char *source = from;
  for (size_t index = 0; index < count; index++) target[index] = source[index];
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  unsigned char *target = to;
  const unsigned char *source = from;
  if (target <= source) {
    for (size_t index = 0; index < count; index++) target[index] = source[index];
  } else {
    for (size_t index = count; index > 0; index--) target[index - 1] = source[index - 1];
  }
  return to;
}

void *memset(void *to, int value, size_t count) {
  unsigned char *target = to;
  for (size_t index = 0; index < count; index++) target[index] = (unsigned char)value;
  return to;
}

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *one = left, *other = right;
  for (size_t index = 0; index < count; index++) {
    if (one[index] != other[index]) return one[index] - other[index];
  }
  return 0;
}

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

// The seeds of hashing: always the same, for no result depends on the order of a dictionary.
void arc4random_buf(void *buffer, size_t count) { memset(buffer, 42, count); }

// The standard library prints with this before it traps.
int putchar(int character) { return character; }
