/// The amount of work that an engine has done since its beginning
///
/// It explains a measured time; no result depends on it.
package struct EngineMetrics: Hashable, Sendable {
  /// Seconds that were looked at
  package internal(set) var seconds = 0

  /// Instances that were evaluated
  package internal(set) var evaluations = 0

  /// Opps that were examined
  package internal(set) var examinations = 0

  /// Instances that were made, rows that were added up and instances that were looked at for requests: not part of ``total``
  var preparations = 0

  package init() {}

  /// All of it as one number, for limits
  package var total: Int { seconds + evaluations + examinations }
}
