internal import Dispatch
internal import Synchronization

/// Work of tasks for which the thread of a command waits
enum Awaited {
  /// The result of some work
  ///
  /// - Requires: this is no thread of a task.
  static func result<Value: Sendable>(of work: @escaping @Sendable () async -> Value) -> Value {
    let box = Box<Value>()
    Task.detached {
      let value = await work()
      box.value.withLock { $0 = value }
      box.bell.signal()
    }
    while true {
      box.bell.wait()
      if let value = box.value.withLock({ $0 }) { return value }
    }
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    let bell = DispatchSemaphore(value: 0)
  }
}
