internal import OppOutputs
internal import OppSystem

/// Standard output or standard error of the process
///
/// Used instead of `print`, which says nothing of a disk that is full: `opp eval > /dev/full` ends with status 3.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Writes all bytes, and waits if a reader is slow
  func write(_ bytes: [UInt8]) throws(Console.WriteFailure) {
    var start = 0
    while start < bytes.count {
      let written = bytes[start...].withUnsafeBytes {
        OppSystem.write(rawValue, $0.baseAddress, $0.count)
      }
      // A pipe may take a part of the bytes: the rest is written with the next call.
      if written > 0 {
        start += written
      } else if written < 0, errno == EINTR {
        continue
      } else if written < 0, errno == EAGAIN {
        // Another process that shares a terminal or a pipe may have set it not to block.
        var wait = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else {
        throw Console.WriteFailure(written: start, reason: Self.reason(written < 0 ? errno : EIO))
      }
    }
  }

  /// The words for an `errno` of writing
  private static func reason(_ code: Int32) -> String {
    code == EBADF ? "it is closed" : String(cString: strerror(code))
  }

  /// Keeps the numbers of closed standard streams from files that are opened later
  ///
  /// A store or a connection that got the number 1 would receive the printed output. `/dev/null`, open for
  /// reading, takes the number: writing to it fails as on a closed stream.
  static func reserveNumbers() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is the one that `open` takes.
      _ = open("/dev/null", O_RDONLY)
    }
  }
}
