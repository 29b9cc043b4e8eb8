/// Threads for work that blocks, which the threads of Swift's tasks must not do
package enum SystemThread {
  /// Starts work on a thread of its own, which ends with it
  ///
  /// - Parameter stackSize: in bytes; `nil` for the size that the system gives, which is 128 KiB with Musl.
  /// - Throws: `EAGAIN` if there are too many threads.
  package static func start(
    stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void
  ) throws(SystemFailure) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // Its memory is given back at its end: no thread waits for it.
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    if let stackSize {
      let code = pthread_attr_setstacksize(&attributes, stackSize)
      guard code == 0 else { throw SystemFailure(code: code) }
    }
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let box = Unmanaged.passRetained(Work(work))
    let code = pthread_create(&thread, &attributes, Self.run, box.toOpaque())
    guard code == 0 else {
      box.release()
      throw SystemFailure(code: code)
    }
  }

  #if canImport(Darwin)
    /// The function of the thread
    private static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
      Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body()
      return nil
    }
  #else
    /// The function of the thread
    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      {
        if let box = $0 { Unmanaged<Work>.fromOpaque(box).takeRetainedValue().body() }
        return nil
      }
  #endif
}

/// Work as an object, whose address goes through C
private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
