internal import OppSystem

/// One address that a host is reached at, in the form of the C library
struct SocketTarget {
  /// `AF_INET` or `AF_INET6`
  let family: Int32

  /// A `sockaddr` of the family, byte for byte
  private let bytes: [UInt8]

  #if canImport(Glibc)
    static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    static let stream = SOCK_STREAM
  #endif

  /// Every address of a host, the best first; none if there is no such host
  static func targets(of address: LineAddress) -> [SocketTarget] {
    var hints = addrinfo()
    hints.ai_socktype = stream
    hints.ai_family = AF_UNSPEC
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.host, String(address.port), &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var targets: [SocketTarget] = []
    var next = list
    // The C library hands out a linked list, whose addresses are as long as it says.
    while let entry = next?.pointee, targets.count < 8 {
      if let first = entry.ai_addr {
        let raw = UnsafeRawBufferPointer(start: first, count: Int(entry.ai_addrlen))
        targets.append(SocketTarget(family: entry.ai_family, bytes: Array(raw)))
      }
      next = entry.ai_next
    }
    return targets
  }

  /// Connects within a time
  ///
  ///
  /// Connects a descriptor that does not block
  func connect(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    let result = bytes.withUnsafeBytes { raw -> Int32 in
      // The bytes are those of a `sockaddr` of the family, as they came from the C library.
      guard let start = raw.bindMemory(to: sockaddr.self).baseAddress else { return -1 }
      return connectSocket(descriptor, start, socklen_t(raw.count))
    }
    if result == 0 { return true }
    // Under way: once the socket can be written to, its error is the outcome.
    guard errno == EINPROGRESS || errno == EINTR else { return false }
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&wait, 1, milliseconds) > 0 else { return false }
    var problem: Int32 = 0
    var size = socklen_t(MemoryLayout.size(ofValue: problem))
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &problem, &size) == 0 && problem == 0
  }

  /// Sends without the signal that a closed connection would raise
  static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    #if canImport(Darwin)
      sendBytes(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
      sendBytes(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }
}

/// The function of the C library, whose name a method hides
private func connectSocket(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 {
  connect(descriptor, address, size)
}

/// The function of the C library, whose name a method hides
private func sendBytes(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
  send(descriptor, bytes, count, flags)
}
