package import Testing

/// The tests of a suite that waits for processes, servers or a clock more than it computes
///
/// They have a line of their own, so that the processors have work of the other tests meanwhile.
package struct WaitingTests: SuiteTrait, TestTrait {
  /// The waiting tests that run at once
  static let line = WaitingLine(width: 4)

  package var isRecursive: Bool { true }
}

extension Trait where Self == WaitingTests {
  /// The test waits more than it computes
  package static var waiting: Self { WaitingTests() }
}
