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

/// A small HTTP/1.1 server on this machine that answers as a test tells it to, faults included
///
/// ```swift
/// let server = try LoopbackServer()
/// defer { server.stop() }
/// server.on("/v1/forecast") { request in .json(#"{"latitude": 52.5}"#) }
/// … server.url + "/v1/forecast" …
/// #expect(server.requests.count == 1)
/// ```
///
/// The port is chosen by the system, so any number of servers run side by side. Every connection has
/// a thread of its own; all end with ``stop()``.
package final class LoopbackServer: Sendable {
  package typealias Handler = @Sendable (ReceivedRequest) -> ServerAnswer

  package let port: UInt16

  /// `http://127.0.0.1:PORT`, without a slash at the end
  package var url: String { "http://127.0.0.1:\(port)" }

  private struct State {
    var handlers: [String: Handler] = [:]
    var requests: [ReceivedRequest] = []
    var connections: Set<Int32> = []
    var connectionCount = 0
    var isStopped = false

    /// Once the listener is closed, its number may be that of somebody else's
    var isListening = true
  }

  private let state = Mutex(State())
  private let listener: Int32

  package init() throws {
    let listener = try LoopbackListener(backlog: 64)
    self.listener = listener.descriptor
    port = listener.port
    Thread.detachNewThread { [self] in acceptAll() }
  }

  /// Answers a path, whatever the method and the query; the newest handler of a path counts
  package func on(_ path: String, _ handler: @escaping Handler) {
    state.withLock { $0.handlers[path] = handler }
  }

  /// Every request so far, in the order in which they came
  package var requests: [ReceivedRequest] { state.withLock { $0.requests } }

  /// How many connections clients have made
  package var connectionCount: Int { state.withLock { $0.connectionCount } }

  /// The requests to one path
  package func requests(to path: String) -> [ReceivedRequest] {
    requests.filter { $0.path == path }
  }

  /// Breaks off every connection and takes no more; the port then refuses
  package func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      if state.isListening { shutdown(listener, Int32(SHUT_RDWR)) }
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  // MARK: - Connections

  private func acceptAll() {
    while !state.withLock({ $0.isStopped }) {
      let connection = accept(listener, nil, nil)
      if connection < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        break
      }
      let isWanted = state.withLock { state in
        if state.isStopped { return false }
        state.connections.insert(connection)
        state.connectionCount += 1
        return true
      }
      guard isWanted else {
        close(connection)
        break
      }
      Thread.detachNewThread { [self] in
        serve(ServerConnection(descriptor: connection))
        state.withLock { _ = $0.connections.remove(connection) }
        close(connection)
      }
    }
    state.withLock { state in
      state.isListening = false
      close(listener)
    }
  }

  private func serve(_ connection: ServerConnection) {
    var connection = connection
    while let received = connection.readRequest() {
      let (request, handler) = state.withLock { state in
        var request = received
        request.count = state.requests.count { $0.path == received.path }
        state.requests.append(request)
        return (request, state.handlers[request.path])
      }
      let answer = handler?(request) ?? ServerAnswer(status: 404, text: "no such path")
      guard connection.send(answer, to: request) else { return }
    }
  }
}
