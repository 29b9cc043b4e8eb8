internal import OppSystem

/// Wakes a thread that waits for input, from another
///
/// A pipe: a byte written at one end can be waited for at the other, together with other descriptors.
final class WakeFlag: Sendable {
  /// The end that is waited for, with poll(2): readable from the first ``send()`` on, until ``lower()``
  let reading: Int32

  /// The end that ``send()`` writes to
  private let writing: Int32

  init?() {
    guard let (reading, writing) = makePipe() else { return nil }
    (self.reading, self.writing) = (reading, writing)
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Waits until the flag is raised
  func wait() {
    var wait = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    while poll(&wait, 1, -1) < 0, errno == EINTR {}
  }

  /// Waits until the flag is raised, or a time is over
  func wait(atMost limit: Duration) {
    let end = ContinuousClock.now + limit
    var wait = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    while true {
      let rest = (end - ContinuousClock.now).components
      let milliseconds = rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0 else { return }
      if poll(&wait, 1, Int32(clamping: milliseconds)) >= 0 || errno != EINTR { return }
    }
  }

  /// `true` if the flag is raised
  var isRaised: Bool {
    var wait = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  /// Lowers the flag, from the one thread that waits for it
  func lower() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while isRaised, read(reading, &bytes, bytes.count) > 0 {}
  }

  /// Raises the flag, from any thread
  func send() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }
}

/// A pipe that no program started from here inherits; nil if there are too many open files
func makePipe() -> (reading: Int32, writing: Int32)? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}
