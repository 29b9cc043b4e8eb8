import Dispatch
import OppEngine
import OppTestLimits
import OppTesting
import Synchronization
import Testing

@testable import OppProviders

/// Against servers on this machine that are late, cut off, half closed and not to be trusted
@Suite(.limited) struct ByteConnectionTests {
  private func connect(_ server: ByteServer) async throws -> ByteConnection {
    try await ByteConnection.connect(
      to: LineAddress(server.address, usualPort: 1), trust: nil)
  }

  /// Everything that comes until the end, and the reason of the end
  private func everything(_ connection: ByteConnection) async -> ([UInt8], WebFault?) {
    var all: [UInt8] = []
    do throws(WebFault) {
      while let bytes = try await connection.receive() { all += bytes }
      return (all, nil)
    } catch {
      return (all, error)
    }
  }

  @Test func `bytes go both ways, zeros and others that are no text among them`() async throws {
    let sent = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let server = try ByteServer([
      { connection in
        try connection.send(try connection.read(200_000))
      }
    ])
    defer { server.stop() }
    let connection = try await connect(server)
    #expect(connection.send(sent))
    let (all, fault) = await everything(connection)
    #expect(all == sent)
    #expect(fault == .closed)
  }

  @Test func `what comes late comes, and a deadline ends a wait alone`() async throws {
    let isAsked = Mutex(false)
    let server = try ByteServer([
      { connection in
        _ = try connection.read(1)
        isAsked.withLock { $0 = true }
        try connection.send([7])
        connection.hold()
      }
    ])
    defer { server.stop() }
    let connection = try await connect(server)
    #expect(try await connection.receive(until: .now + .milliseconds(20)) == nil)
    #expect(!isAsked.withLock { $0 })
    connection.send([1])
    #expect(try await connection.receive() == [7])
  }

  @Test func `a connection that is cut off ends after what came before`() async throws {
    let server = try ByteServer([
      { connection in
        try connection.send([1, 2, 3])
        _ = try connection.read(1)
        connection.reset()
      }
    ])
    defer { server.stop() }
    let connection = try await connect(server)
    #expect(try await connection.receive() == [1, 2, 3])
    connection.send([1])
    let (rest, fault) = await everything(connection)
    #expect(rest == [])
    #expect(fault == .closed)
    #expect(!connection.send([1]))
  }

  @Test func `a half closed connection has ended`() async throws {
    let server = try ByteServer([
      { connection in
        connection.finishSending()
        connection.hold()
      }
    ])
    defer { server.stop() }
    let (rest, fault) = await everything(try await connect(server))
    #expect(rest == [])
    #expect(fault == .closed)
  }

  @Test func `a service that sends too fast is slowed down, and nothing is dropped`() async throws {
    let sent = Mutex(0)
    let size = 32 << 20
    let server = try ByteServer([
      { connection in
        let block = [UInt8](repeating: 9, count: 64 << 10)
        for _ in 0..<(size / block.count) {
          try connection.send(block)
          sent.withLock { $0 += block.count }
        }
      }
    ])
    defer { server.stop() }
    let connection = try await connect(server)
    var received = try await connection.receive()?.count ?? 0
    // The buffers of the system have their share, which differs: it is not all of it.
    #expect(received <= ByteConnection.receiveLimit + (32 << 10))
    do {
      while let bytes = try await connection.receive() {
        #expect(bytes.count <= ByteConnection.receiveLimit + (32 << 10))
        received += bytes.count
      }
    } catch {
      #expect(error == .closed)
    }
    #expect(received == size)
    #expect(sent.withLock { $0 } == size)
  }

  @Test func `a service that takes nothing ends the connection, and fills no memory`() async throws
  {
    let isDone = DispatchSemaphore(value: 0)
    let server = try ByteServer([{ _ in isDone.wait() }])
    defer {
      isDone.signal()
      server.stop()
    }
    let connection = try await connect(server)
    let block = [UInt8](repeating: 9, count: 1 << 20)
    var blocks = 0
    while connection.send(block), blocks < 1000 { blocks += 1 }
    #expect(blocks < 1000)
    let (_, fault) = await everything(connection)
    #expect(fault == .tookTooLong)
  }

  @Test func `an end while it is read, and a cancelled task, end the wait`() async throws {
    let server = try ByteServer([{ $0.hold() }, { $0.hold() }])
    defer { server.stop() }
    let connection = try await connect(server)
    async let end = everything(connection)
    connection.end()
    #expect(await end.1 == .cancelled)
    let other = try await connect(server)
    let task = Task { await everything(other).1 }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `what was handed over before the end is sent`() async throws {
    let (heard, hear) = AsyncStream<[UInt8]>.makeStream()
    let server = try ByteServer([
      { connection in
        hear.yield(try connection.read(2))
        hear.finish()
      }
    ])
    defer { server.stop() }
    let connection = try await connect(server)
    connection.send([0xE0, 0])
    connection.end()
    for await bytes in heard { #expect(bytes == [0xE0, 0]) }
  }

  @Test func `nothing listens, and there is no such host`() async throws {
    let server = try ByteServer([])
    server.stop()
    let port = server.port
    for (text, faults) in [
      ("127.0.0.1:\(port)", [WebFault.refusesConnection, .closed]),
      ("nowhere.invalid:1", [.unknownHost]),
    ] {
      let fault = await #expect(throws: WebFault.self) {
        try await ByteConnection.connect(to: LineAddress(text, usualPort: 1), trust: nil)
      }
      #expect(faults.contains { $0 == fault }, "\(text): \(String(describing: fault))")
    }
  }

  // MARK: - TLS

  @Test(.enabled(if: OpenSSLServer.program != nil, "there is no openssl"))
  func `an authority of one's own is trusted, and no other`() async throws {
    let program = try #require(OpenSSLServer.program)
    let server = try OpenSSLServer(program, certificate: TestCertificates.good)
    let address = try LineAddress("localhost:\(server.port)", usualPort: 1)
    let fault = await #expect(throws: WebFault.self) {
      try await ByteConnection.connect(to: address, trust: WebTrust { _ in nil })
    }
    #expect(fault == .unknownAuthority)
    let connection = try await ByteConnection.connect(
      to: address, trust: WebTrust(file: server.authority))
    #expect(connection.send(Array("over TLS\n".utf8)))
    connection.end()
    _ = try server.stop()
  }

  @Test(.enabled(if: OpenSSLServer.program != nil, "there is no openssl"))
  func `a file without certificates, another host and a certificate of its own are refused`()
    async throws
  {
    let program = try #require(OpenSSLServer.program)
    for (certificate, expected) in [
      (TestCertificates.otherHost, WebFault.otherHost), (TestCertificates.expired, .expired),
      (nil, .selfSigned),
    ] as [(String?, WebFault)] {
      let server = try OpenSSLServer(program, certificate: certificate)
      let address = try LineAddress("localhost:\(server.port)", usualPort: 1)
      let fault = await #expect(throws: WebFault.self) {
        try await ByteConnection.connect(to: address, trust: WebTrust(file: server.authority))
      }
      #expect(fault == expected)
      let none = await #expect(throws: WebFault.self) {
        try await ByteConnection.connect(to: address, trust: WebTrust(file: "/nowhere/a.pem"))
      }
      #expect(none == .noAuthorities(isOwn: true))
      _ = try server.stop()
    }
  }

  @Test func `a service without TLS is noticed`() async throws {
    let server = try ByteServer([
      { connection in
        try connection.send(Array("no TLS here\r\n".utf8))
        connection.hold()
      }
    ])
    defer { server.stop() }
    let fault = await #expect(throws: WebFault.self) {
      try await ByteConnection.connect(
        to: LineAddress(server.address, usualPort: 1), trust: WebTrust { _ in nil })
    }
    #expect(fault == .notTLS)
  }
}
