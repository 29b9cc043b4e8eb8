internal import OppSystem

/// A pipe that a program writes to and that is read here
///
/// Unchecked, because one thread has it at a time: the one that follows the program, then the one that
/// discards the rest of the output.
final class OutputPipe: @unchecked Sendable {
  /// The descriptor that is read here; closed with this object
  let reading: Int32

  /// The descriptor that the program gets as its output; -1 once it is closed here
  private(set) var writing: Int32

  /// `true` if its end has been read: no process has it open for writing any more
  private var hasEnded = false

  /// The most bytes that a pipe holds, unless somebody has made it larger
  private static let capacity = 64 << 10

  /// - Returns: nil if there are too many open files.
  init?() {
    guard let (reading, writing) = makePipe() else { return nil }
    (self.reading, self.writing) = (reading, writing)
  }

  deinit {
    closeWriting()
    close(reading)
  }

  /// Closes the end that the program has
  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// The bytes that can be read; nil at the end
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: Self.capacity)
    while true {
      let count = readBytes(reading, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      hasEnded = count <= 0
      return count > 0 ? Array(buffer[..<count]) : nil
    }
  }

  /// Returns the output that is there now, without waiting: at most as much as a pipe holds
  func rest() -> [UInt8] {
    var rest: [UInt8] = []
    while !hasEnded, rest.count < Self.capacity, isReadable, let bytes = read() { rest += bytes }
    return rest
  }

  /// `true` if ``read()`` would return at once, with bytes or at the end
  private var isReadable: Bool {
    var wait = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  /// Reads the rest, and drops it
  ///
  /// Otherwise a program that is left in the background would be ended by the signal of a broken pipe as soon as it prints
  /// something.
  static func discard(_ pipes: [OutputPipe]) {
    let open = pipes.filter { !$0.hasEnded }
    guard !open.isEmpty else { return }
    // Without a thread for it, the pipes are closed with the last of these objects.
    try? SystemThread.start {
      var open = open
      while !open.isEmpty {
        var waits = open.map { pollfd(fd: $0.reading, events: Int16(POLLIN), revents: 0) }
        if poll(&waits, nfds_t(waits.count), -1) < 0, errno != EINTR { return }
        for (pipe, wait) in zip(open, waits) where wait.revents != 0 {
          if pipe.read() == nil { open.removeAll { $0 === pipe } }
        }
      }
    }
  }
}

/// The function of the C library, whose name a method hides
private func readBytes(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int {
  read(descriptor, &buffer, count)
}
