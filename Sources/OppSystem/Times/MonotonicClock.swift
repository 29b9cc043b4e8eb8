/// The clock of the machine that never jumps when the time is set
package enum MonotonicClock {
  /// The milliseconds since some time before
  package static var milliseconds: Int64 {
    var time = timespec()
    // It cannot fail: the clock exists on every system, and the address is valid.
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
