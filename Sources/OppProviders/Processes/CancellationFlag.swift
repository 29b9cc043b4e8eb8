internal import OppSystem

/// Wakes a thread that waits for input, from another
///
/// A pipe: what is written at one end can be waited for at the other, beside all else.
final class CancellationFlag: Sendable {
  /// The end that is waited for, with poll(2): readable from the first ``send()`` on
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

  /// Raises the flag, from any thread; nothing lowers it again
  func send() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }
}

/// A pipe that no program started from here inherits; nil where there are too many open files
func makePipe() -> (reading: Int32, writing: Int32)? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}
