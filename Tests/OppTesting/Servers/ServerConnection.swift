import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One connection to the server of the tests
///
/// The descriptor belongs to the server, which closes it.
struct ServerConnection {
  let descriptor: Int32

  /// What has been read beyond the last request
  private var rest: [UInt8] = []

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  private static let longestHead = 1 << 20
  private static let longestBody = 64 << 20

  /// The next request; nil at the end of the connection
  mutating func readRequest() -> ReceivedRequest? {
    let end = Array("\r\n\r\n".utf8)
    var searched = 0
    while true {
      if let range = rest[searched...].firstRange(of: end) {
        let head = Array(rest[..<range.lowerBound])
        rest.removeSubrange(..<range.upperBound)
        guard var request = ReceivedRequest(head: head) else { return nil }
        let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
        guard (0...Self.longestBody).contains(length) else { return nil }
        if request.header("Expect")?.lowercased() == "100-continue" {
          guard send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
        }
        while rest.count < length { guard readMore() else { return nil } }
        request.body = Array(rest.prefix(length))
        rest.removeFirst(length)
        return request
      }
      searched = max(0, rest.count - 3)
      guard rest.count < Self.longestHead, readMore() else { return nil }
    }
  }

  private mutating func readMore() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        rest += buffer[..<count]
        return true
      }
      if count < 0, errno == EINTR { continue }
      return false
    }
  }

  /// - Returns: whether the connection goes on.
  mutating func send(_ answer: ServerAnswer, to request: ReceivedRequest) -> Bool {
    if answer.delay > .zero, !waitForClient(answer.delay) { return false }
    let isHead = request.method == "HEAD" || answer.status == 304 || answer.status == 204
    let body = isHead ? [] : answer.body
    switch answer.fault {
    case nil:
      let length = isHead && answer.status != 200 ? nil : answer.body.count
      return send(answer.head(length: length) + body)
    case .close: return false
    case .reset:
      // With nothing to linger for, closing sends a reset.
      var linger = linger(l_onoff: 1, l_linger: 0)
      let size = socklen_t(MemoryLayout.size(ofValue: linger))
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
      return false
    case .closeAfter(let count):
      _ = send(answer.head(length: body.count) + body.prefix(count))
      return false
    case .wrongLength(let length):
      _ = send(answer.head(length: length) + body)
      return false
    case .silence:
      _ = waitForClient(.seconds(3600))
      return false
    case .endless:
      let block = body.isEmpty ? [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 10) : body
      guard send(answer.head(length: nil)) else { return false }
      // As slow as a fast network: a client that has had enough must get a word in.
      while send(block) { poll(nil, 0, 1) }
      return false
    case .raw:
      _ = send(answer.body)
      return false
    }
  }

  /// Waits until the client goes or the time is over
  ///
  /// - Returns: whether the client is still there.
  private func waitForClient(_ time: Duration) -> Bool {
    let end = ContinuousClock.now + time
    while true {
      let left = (end - ContinuousClock.now).components
      let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0 else { return true }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&wait, 1, Int32(clamping: milliseconds))
      if count < 0, errno != EINTR { return false }
      guard count > 0 else { continue }
      var byte: UInt8 = 0
      // Nothing to read where something happened: the other side has gone.
      guard recv(descriptor, &byte, 1, Int32(MSG_PEEK)) > 0 else { return false }
      // A request sent ahead stays where it is, and must not keep this loop busy.
      poll(nil, 0, 10)
    }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { buffer in
        writeQuietly(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}

/// Sends without the signal that a closed connection would raise
private func writeQuietly(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
  #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}
