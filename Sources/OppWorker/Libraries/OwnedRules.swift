internal import OppJSON
internal import OppKit

/// Rules that belong to the caller of a library, in the texts of the worker's protocol
///
/// ```
/// {"files": [{"path": "a.opp", "text": "opp \"Warm\" when temp > 20C"}]}
/// ```
package struct OwnedRules: Sendable {
  let rules: RuleSet

  /// The rules of the member `files`; those with errors are rules, too
  ///
  /// - Throws: if the bytes are no such message, or the files are larger than the limit.
  package init(_ bytes: [UInt8], limits: WorkerLimits = WorkerLimits()) throws(WorkerFailure) {
    rules = RuleSet(try Message(bytes, limits).files(limit: limits.rules))
  }

  /// The reply to a message `rules`, without the name
  package var reply: String {
    JSONText.object { RulesReply(rules: rules).write(to: &$0) }
  }
}

extension Message {
  /// A message of at most the bytes of the limits
  init(_ bytes: [UInt8], _ limits: WorkerLimits) throws(WorkerFailure) {
    guard bytes.count <= limits.line else {
      throw .overSize("message", bytes.count, limits.line)
    }
    try self.init(bytes)
  }
}
