internal import OppOutputs

extension StringProtocol {
  /// The text as HTML shows it, also within an attribute
  var escapedMarkup: String { Markup.escaped(String(self)) }

  /// The text as a part of a path: `The wash is done` is `the-wash-is-done`
  var slug: String {
    lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}
