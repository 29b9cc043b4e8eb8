/// A message to the writer of a rule: the mistake, its place, and the text to write instead
///
/// Values of this type hold finished words. The problem is a value of an enum (such as
/// ``SyntaxProblem``); a `+Message` file beside the enum finds the words.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: Hashable, Sendable, CaseIterable {
    case error
    case warning
    /// A matter of taste: shown, and never a failure
    case style
    /// Advice: shown, and never a failure
    case note

    package var name: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      case .style: "style"
      case .note: "note"
      }
    }
  }

  /// A place that explains the mistake, and the words about it
  package struct Label: Hashable, Sendable {
    package let range: SourceRange
    package let text: String

    package init(range: SourceRange, text: String) {
      self.range = range
      self.text = text
    }
  }

  /// The stable name of the mistake, in kebab case
  package let code: String
  package let severity: Severity

  /// The place of the mistake
  package let range: SourceRange

  /// One line, lower case, no full stop, the user's text in backticks
  package let headline: String
  package var labels: [Label] = []

  /// The advice
  package var helps: [String] = []

  /// The reasons for the message
  package var notes: [String] = []
  package var fix: Fix?

  /// The other fixes if several things may have been meant; ``fix`` is then the one that keeps the meaning, if any does
  package var alternatives: [Fix] = []

  /// The number of ``alternatives`` that are more likely meant than ``fix``, and go before it
  package var fixPosition = 0

  /// Everything that could be done, at most one of which should be; the likeliest first
  package var fixes: [Fix] {
    var all = alternatives
    if let fix { all.insert(fix, at: min(fixPosition, all.count)) }
    return all
  }

  package init(
    code: String, severity: Severity = .error, range: SourceRange, headline: String
  ) {
    self.code = code
    self.severity = severity
    self.range = range
    self.headline = headline
  }

  /// The same with another severity
  package func with(_ severity: Severity) -> Diagnostic {
    var other = Diagnostic(code: code, severity: severity, range: range, headline: headline)
    other.labels = labels
    other.helps = helps
    other.notes = notes
    other.fix = fix
    other.alternatives = alternatives
    other.fixPosition = fixPosition
    return other
  }
}

/// Edits that put a mistake right
package struct Fix: Hashable, Sendable {
  package enum Applicability: Hashable, Sendable {
    /// Keeps meaning and comments, or restores the clearly intended meaning
    case safe
    /// May change the meaning of the rules
    case unsafe
    /// One of several things that may have been meant: shown, applied only by a person
    case display

    package var name: String {
      switch self {
      case .safe: "safe"
      case .unsafe: "unsafe"
      case .display: "display"
      }
    }
  }

  /// In the order of the text, none overlapping another
  package let edits: [Edit]
  package let applicability: Applicability

  /// `true` if the edits do not depend on the text between them, as those of the uses of a name
  package let isScattered: Bool

  package init(edits: [Edit], applicability: Applicability, isScattered: Bool = false) {
    self.edits = edits
    self.applicability = applicability
    self.isScattered = isScattered
  }
}

/// A range of a file and the text to put in its place
package struct Edit: Hashable, Sendable {
  package let range: SourceRange
  package let replacement: String

  package init(range: SourceRange, replacement: String) {
    self.range = range
    self.replacement = replacement
  }
}
