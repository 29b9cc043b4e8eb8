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

/// A small server on this machine that speaks in lines, as each of its connections is told to
///
/// Connection n does what script n says; one beyond the last script is closed at once. ``events`` tells
/// what happened, in its order, so that a test waits for it rather than for the clock.
package final class LineServer: Sendable {
  package enum Step: Sendable {
    /// Sends a text as it stands
    case say(String)

    /// Waits for a line
    case hear

    /// Sends a text again and again, until the client goes
    case flood(String)

    /// Waits until the client goes
    case hold
  }

  package enum Event: Hashable, Sendable {
    case connected(Int)
    case heard(String)
    case closed(Int)
  }

  package let port: UInt16
  package let events: AsyncStream<Event>
  package var address: String { "127.0.0.1:\(port)" }

  private let tell: AsyncStream<Event>.Continuation
  private let scripts: [[Step]]
  private let listener: Int32
  private let isListening = Mutex(true)
  private let connections = Mutex<Set<Int32>>([])

  package init(_ scripts: [Step]...) throws {
    self.scripts = scripts
    (events, tell) = AsyncStream.makeStream()
    let listener = try LoopbackListener()
    self.listener = listener.descriptor
    port = listener.port
    Thread.detachNewThread { [self] in acceptAll() }
  }

  /// Breaks off every connection and takes no more
  package func stop() {
    // Once it is closed, its number may be that of somebody else's.
    isListening.withLock { if $0 { shutdown(listener, Int32(SHUT_RDWR)) } }
    connections.withLock { for connection in $0 { shutdown(connection, Int32(SHUT_RDWR)) } }
    tell.finish()
  }

  private func acceptAll() {
    var number = 0
    while true {
      let connection = accept(listener, nil, nil)
      if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
      guard connection >= 0 else { break }
      let (index, script) = (number, number < scripts.count ? scripts[number] : [])
      number += 1
      connections.withLock { _ = $0.insert(connection) }
      Thread.detachNewThread { [self] in
        tell.yield(.connected(index))
        for step in script { guard run(step, connection) else { break } }
        connections.withLock { connections in
          connections.remove(connection)
          close(connection)
        }
        tell.yield(.closed(index))
      }
    }
    isListening.withLock { isListening in
      isListening = false
      close(listener)
    }
  }

  /// - Returns: whether the connection goes on.
  private func run(_ step: Step, _ connection: Int32) -> Bool {
    switch step {
    case .say(let text): return send(text, connection)
    case .hear:
      var line: [UInt8] = []
      var byte: UInt8 = 0
      while recv(connection, &byte, 1, 0) == 1 {
        if byte == UInt8(ascii: "\n") {
          tell.yield(.heard(String(decoding: line, as: UTF8.self)))
          return true
        }
        line.append(byte)
      }
      return false
    case .flood(let text):
      while send(text, connection) {}
      return false
    case .hold:
      var buffer = [UInt8](repeating: 0, count: 256)
      while recv(connection, &buffer, buffer.count, 0) > 0 {}
      return false
    }
  }

  private func send(_ text: String, _ connection: Int32) -> Bool {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = sendQuietly(connection, bytes[sent...])
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}

/// Sends without the signal that a closed connection would raise
private func sendQuietly(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
  bytes.withUnsafeBytes { buffer in
    #if canImport(Darwin)
      send(descriptor, buffer.baseAddress, buffer.count, 0)
    #else
      send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
    #endif
  }
}
