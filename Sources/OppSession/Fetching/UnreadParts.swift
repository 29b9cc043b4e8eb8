/// The parts of a response that cannot be read, beside its arrivals
///
/// ```
/// time,temp
/// 2026-06-21T12:00:00Z,20
/// 2026-06-21T12:01:00Z,cosy
///
/// messages    probe.csv:3: `temp` is a temperature, such as `20C`, not `cosy`: correct line 3
/// summary     1 of 2 readings cannot be read, in line 3
/// ```
package struct UnreadParts: Hashable, Sendable {
  /// A message for each part, in the order of the response: each is reported once
  package let messages: [String]

  /// All of them in one line, for `opp list`
  package let summary: String

  package init(messages: [String], summary: String) {
    self.messages = messages
    self.summary = summary
  }
}
