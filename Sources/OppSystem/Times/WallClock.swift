/// The clock of the machine, which people set
package enum WallClock {
  /// The whole seconds since 1970-01-01T00:00:00Z that are over
  package static var seconds: Int64 { Int64(time.tv_sec) }

  /// The seconds since 1970-01-01T00:00:00Z; a second that has begun counts as a whole one
  package static var secondsRoundedUp: Int64 {
    let time = time
    return Int64(time.tv_sec) + (time.tv_nsec > 0 ? 1 : 0)
  }

  private static var time: timespec {
    var time = timespec()
    // It cannot fail: the clock exists on every system, and the address is valid.
    clock_gettime(CLOCK_REALTIME, &time)
    return time
  }
}
