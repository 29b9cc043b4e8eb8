internal import Foundation

/// A queue that does what it is given at once, on the thread that gives it
///
/// The session of Linux reads as fast as it can and queues a block for each piece. From a service that
/// sends without end, and faster than the blocks are worked off, hundreds of megabytes pile up before
/// the limit is noticed (850 MiB have been seen). Done at once, each piece is counted as it is read.
final class InlineQueue: OperationQueue, @unchecked Sendable {
  override func addOperation(_ block: @Sendable @escaping () -> Void) { block() }

  /// For the session of this platform; nil for one that takes no more than is worked off
  static var forSession: OperationQueue? {
    #if canImport(FoundationNetworking)
      InlineQueue()
    #else
      nil
    #endif
  }
}
