internal import Foundation

/// The time since it was made
struct Stopwatch {
  private let start = ContinuousClock.now
  private let thread = pthread_self()
  private let processor = Self.processorTime

  var duration: Duration { ContinuousClock.now - start }

  /// The time of processor, or nil where a test went on in another thread
  var processorTime: Duration? {
    pthread_equal(thread, pthread_self()) != 0 ? Self.processorTime - processor : nil
  }

  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
