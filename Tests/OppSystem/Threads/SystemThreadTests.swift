import Dispatch
import OppSystem
import OppTestLimits
import Synchronization
import Testing

@Suite(.limited) struct SystemThreadTests {
  @Test func `work is done on another thread, and what it holds is released`() throws {
    let (done, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let other = Mutex<UInt?>(nil)
    do {
      let witness = Witness(released)
      try SystemThread.start {
        withExtendedLifetime(witness) { other.withLock { $0 = Self.number } }
        done.signal()
      }
    }
    done.wait()
    released.wait()
    #expect(other.withLock { $0 } != Self.number)
  }

  @Test func `a thread has the stack that is asked for`() throws {
    let done = DispatchSemaphore(value: 0)
    let depth = Mutex(0)
    try SystemThread.start(stackSize: 64 << 20) {
      // Of 64 MiB, at least 16 are used: more than the eight that a thread usually has.
      let reached = Self.descend(16 << 10)
      depth.withLock { $0 = reached }
      done.signal()
    }
    done.wait()
    #expect(depth.withLock { $0 } == 16 << 10)
  }

  @Test func `a stack that the system cannot give is a failure`() {
    #expect(failure { try SystemThread.start(stackSize: 1) {} } == "EINVAL")
  }

  /// Uses at least a kibibyte of the stack for each level
  private static func descend(_ depth: Int) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 1000, alignment: 8) { space in
      space[0] = UInt8(truncatingIfNeeded: depth)
      return depth == 0 ? 0 : 1 + descend(depth - 1) + Int(space[0]) - depth & 0xFF
    }
  }

  /// The number of this thread
  private static var number: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// Signals when it is released
  private final class Witness: Sendable {
    private let released: DispatchSemaphore

    init(_ released: DispatchSemaphore) { self.released = released }

    deinit { released.signal() }
  }
}
