internal import Foundation
internal import Synchronization

/// A thread of its own that ends the run when a test does not end
final class Watchdog: Sendable {
  static let shared = Watchdog()

  private struct Watch {
    let deadline: ContinuousClock.Instant
    let name: String
  }

  private let watches = Mutex<[Int: Watch]>([:])
  private let count = Atomic<Int>(0)

  private init() {
    Thread.detachNewThread { [self] in
      while true {
        Thread.sleep(forTimeInterval: 1)
        endRunIfStuck()
      }
    }
  }

  /// Watches a test until ``release(_:)`` is called with the number that is returned
  func watch(_ name: String, for duration: Duration) -> Int {
    let number = count.add(1, ordering: .relaxed).newValue
    watches.withLock {
      $0[number] = Watch(deadline: .now + duration, name: name)
    }
    return number
  }

  func release(_ number: Int) {
    watches.withLock { $0[number] = nil }
  }

  private func endRunIfStuck() {
    let stuck = watches.withLock { $0.values.filter { $0.deadline < .now }.map(\.name) }
    guard !stuck.isEmpty else { return }
    let names = stuck.sorted().joined(separator: "\n  ")
    FileHandle.standardError.write(Data("tests that do not end:\n  \(names)\n".utf8))
    exit(1)
  }
}
