package import OppSystem

/// A socket at 127.0.0.1 that takes connections, from this machine alone
package struct LoopbackListener {
  /// Its owner closes it
  package let descriptor: Int32

  /// The port, also if the system chose it
  package let port: UInt16

  /// - Parameters:
  ///   - port: 0 for one that the system chooses.
  ///   - backlog: the most connections that wait.
  package init(port: UInt16 = 0, backlog: Int32 = 16) throws(SystemFailure) {
    let descriptor = try SystemFailure.uninterrupted { socket(AF_INET, SocketTarget.stream, 0) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var isOn: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout.size(ofValue: isOn)))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // The C library takes every kind of address as a `sockaddr`; this one is of the size it says.
    let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, backlog) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isNamed else {
      let failure = SystemFailure(code: errno)
      close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    self.port = UInt16(bigEndian: address.sin_port)
  }
}
