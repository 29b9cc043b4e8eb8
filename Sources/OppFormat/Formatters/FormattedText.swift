package import OppSyntax

/// The result of formatting a file
package struct FormattedText: Sendable {
  package enum Outcome: Hashable, Sendable {
    /// Everything that could be is in the canonical layout
    case formatted
    /// The file is too large or no text at all, and is as it was
    case unreadable
    /// The formatter found that its result would read differently from the file, which is unchanged
    ///
    /// That is a defect of the formatter, never of the file.
    case wouldChangeMeaning
  }

  package let outcome: Outcome

  /// The text in UTF-8; of an unreadable file, its own bytes
  package let bytes: [UInt8]

  /// The problems of the file's syntax; the declarations concerned are as they were
  package let diagnostics: [Diagnostic]

  /// `true` if ``bytes`` differ from those of the file
  package let isChanged: Bool

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// `true` if the file has syntax errors or could not be read
  package var hasErrors: Bool {
    outcome == .unreadable || diagnostics.contains { $0.severity == .error }
  }
}
