import Foundation
import OppProviders
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A small server on this machine whose connections are played by functions, byte for byte
///
/// Connection n is played by script n; one beyond the last script is closed at once. A connection is closed at the end of its script.
package final class ByteServer: Sendable {
  package typealias Script = @Sendable (ByteServerConnection) throws -> Void

  package let port: UInt16
  package var address: String { "127.0.0.1:\(port)" }

  private let scripts: [Script]
  private let listener: Int32
  private let isListening = Mutex(true)
  private let connections = Mutex<Set<Int32>>([])

  /// - Parameter port: 0 for one that the system chooses.
  package init(port: UInt16 = 0, _ scripts: [Script]) throws {
    self.scripts = scripts
    let listener = try LoopbackListener(port: port)
    self.listener = listener.descriptor
    self.port = listener.port
    Thread.detachNewThread { [self] in acceptAll() }
  }

  /// Breaks off every connection and takes no more
  package func stop() {
    // Once it is closed, its number may be that of somebody else's.
    isListening.withLock { if $0 { shutdown(listener, Int32(SHUT_RDWR)) } }
    connections.withLock { for connection in $0 { shutdown(connection, Int32(SHUT_RDWR)) } }
  }

  private func acceptAll() {
    var number = 0
    while true {
      let connection = accept(listener, nil, nil)
      if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
      guard connection >= 0 else { break }
      let script = number < scripts.count ? scripts[number] : nil
      number += 1
      connections.withLock { _ = $0.insert(connection) }
      Thread.detachNewThread { [self] in
        try? script?(ByteServerConnection(descriptor: connection))
        connections.withLock { connections in
          connections.remove(connection)
          close(connection)
        }
      }
    }
    isListening.withLock { isListening in
      isListening = false
      close(listener)
    }
  }
}

/// A connection to the server of the tests
package struct ByteServerConnection: Sendable {
  fileprivate let descriptor: Int32

  /// The other side has gone
  package struct Gone: Error {}

  /// Reads so many bytes
  package func read(_ count: Int) throws(Gone) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let offset = done
      let part = bytes.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress?.advanced(by: offset), count - offset, 0)
      }
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { throw Gone() }
      done += part
    }
    return bytes
  }

  package func send(_ bytes: [UInt8]) throws(Gone) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { sendQuietly(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Gone() }
      sent += count
    }
  }

  /// Says that nothing more is sent, and goes on reading
  package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Breaks the connection off with a reset
  package func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }

  /// Waits until the other side goes
  package func hold() {
    while (try? read(1)) != nil {}
  }
}

/// Sends without the signal that a closed connection would raise
private func sendQuietly(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Darwin)
    send(descriptor, bytes.baseAddress, bytes.count, 0)
  #else
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #endif
}
