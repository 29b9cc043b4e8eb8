// The one file of this module that takes something from the platform: a lock. Embedded Swift has none for
// WebAssembly, where a module runs on one thread.

#if hasFeature(Embedded)
  /// A value that one thread uses at a time: there is only one
  package final class Guarded<Value: Sendable>: Sendable {
    /// The value, which no second thread can reach
    nonisolated(unsafe) private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
      body(&value)
    }
  }
#else
  private import Synchronization

  /// A value that one thread uses at a time
  package final class Guarded<Value: Sendable>: Sendable {
    /// The value behind its lock
    private let value: Mutex<Value>

    package init(_ value: Value) { self.value = Mutex(value) }

    package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
      value.withLock { body(&$0) }
    }
  }
#endif
