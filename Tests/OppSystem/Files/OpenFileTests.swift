import Dispatch
import OppTestLimits
import Synchronization
import Testing

@testable import OppSystem

@Suite(.limited) struct OpenFileTests {
  @Test func `a file is read from a place on, at most as much as is wanted`() throws {
    let folder = try TestFolder(["file": "0123456789"])
    let file = try OpenFile(folder("file"), O_RDONLY)
    #expect(try file.read(upTo: 3) == Array("012".utf8))
    #expect(try file.read(upTo: 3) == Array("345".utf8))
    try file.seek(to: 8)
    #expect(try file.read(upTo: 100) == Array("89".utf8))
    #expect(try file.read(upTo: 100) == [])
    #expect(try file.read(upTo: 0) == [])
    #expect(try file.status.size == 10)
  }

  @Test func `appended bytes come after the ones that are there`() throws {
    let folder = try TestFolder(["file": "one"])
    try OpenFile(folder("file"), O_WRONLY | O_APPEND).write(Array("two".utf8))
    #expect(folder.text("file") == "onetwo")
    #expect(failure { _ = try OpenFile(folder("missing"), O_WRONLY) } == "ENOENT")
  }

  #if os(Linux)
    @Test func `a full disk is reported`() throws {
      let file = try OpenFile("/dev/full", O_WRONLY)
      #expect(failure { try file.write([1]) } == "ENOSPC")
    }
  #endif

  @Test func `a pipe is read to its end, over as many calls as it takes`() throws {
    let pipe = try Pipe()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    try SystemThread.start {
      try? pipe.writing.write(bytes)
      close(pipe.writing.number)
    }
    #expect(try pipe.reading.read(upTo: 1 << 20) == bytes)
  }

  // The handler of a signal has another name in each C library.
  #if canImport(Glibc)
    @Test func `signals interrupt no reading`() throws {
      var action = sigaction()
      // No SA_RESTART: the system ends the call with EINTR.
      action.__sigaction_handler.sa_handler = { _ in
        Signals.count.wrappingAdd(1, ordering: .relaxed)
      }
      var before = sigaction()
      #expect(sigaction(SIGUSR2, &action, &before) == 0)
      defer { sigaction(SIGUSR2, &before, nil) }
      let pipe = try Pipe()
      let reader = Reader()
      try SystemThread.start {
        // The threads of tasks hold signals back, and this one is like the one that starts it.
        var signals = sigset_t()
        sigemptyset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        reader.thread = pthread_self()
        reader.hasBegun.signal()
        reader.bytes = try? pipe.reading.read(upTo: 100)
        reader.hasEnded.signal()
      }
      reader.hasBegun.wait()
      let thread = try #require(reader.thread)
      while Signals.count.load(ordering: .relaxed) < 100 {
        pthread_kill(thread, SIGUSR2)
        sched_yield()
      }
      try pipe.writing.write(Array("all".utf8))
      close(pipe.writing.number)
      reader.hasEnded.wait()
      #expect(reader.bytes == Array("all".utf8))
    }

    /// The number of signals that have come, which a function of C counts
    private enum Signals {
      static let count = Atomic(0)
    }

    /// The state that a test shares with a thread, one after the other
    private final class Reader: Sendable {
      nonisolated(unsafe) var thread: pthread_t?
      nonisolated(unsafe) var bytes: [UInt8]?
      let hasBegun = DispatchSemaphore(value: 0)
      let hasEnded = DispatchSemaphore(value: 0)
    }
  #endif

  /// A pipe; the test closes the writing end
  private struct Pipe {
    let reading: FileDescriptor
    let writing: FileDescriptor

    init() throws {
      var ends: [Int32] = [-1, -1]
      try SystemFailure.uninterrupted { pipe(&ends) }
      (reading, writing) = (FileDescriptor(number: ends[0]), FileDescriptor(number: ends[1]))
    }
  }
}
