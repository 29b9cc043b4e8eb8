public import OppKit

/// A place in which the state of a runner is kept from one run to the next
public protocol MemoryStore: Sendable {
  /// Reads the memory that was kept; nil if there is none
  func load() async throws -> Memory?

  /// Keeps the changes of a step and its results, in one transaction
  ///
  /// The firings of the step are to be kept if each must be delivered: they are delivered after this, and a program
  /// that is killed in between knows from its store which were not. A step that is repeated after that has firings of the same
  /// ``Firing/id``.
  ///
  /// If ``Step/beginsAnew`` is true, the clock was far ahead: a firing that was kept with a later second than ``Step/at`` does not
  /// make a new firing of its identity a repetition.
  ///
  /// - Throws: if nothing was kept. The runner then ends with this error.
  func commit(_ changes: Memory.Changes, of step: Step) async throws
}
