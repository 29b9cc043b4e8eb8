// The C library, for every module that imports this one. `environ` is a variable that Swift cannot know to be safe:
// it is read in one place, `ProcessVariables`.
#if canImport(Glibc)
  @_exported @preconcurrency public import Glibc
#elseif canImport(Musl)
  @_exported @preconcurrency public import Musl
#elseif canImport(Android)
  @_exported @preconcurrency public import Android
#elseif canImport(Darwin)
  @_exported @preconcurrency public import Darwin
#endif
