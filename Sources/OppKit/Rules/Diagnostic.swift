internal import OppSyntax

/// A message to the writer of rules: the mistake, its place, and the text to write instead
///
/// An editor shows its properties; the command line prints ``rendered(in:usesColour:)``.
public struct Diagnostic: Hashable, Sendable {
  /// The weight of a message
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The rules cannot be run
    case error
    /// The rules can be run, and are probably wrong
    case warning
    /// A matter of taste
    case style
    /// Advice
    case note
  }

  /// A place that explains the mistake
  public struct Label: Hashable, Sendable {
    public let location: SourceLocation
    public let text: String
  }

  public let severity: Severity

  /// The stable name of the kind of mistake, such as `missing-unit`: it never changes its meaning
  public let code: String

  /// One line, in lower case, without a full stop; the writer's text is in backticks
  public let message: String

  /// The place of the mistake
  public let location: SourceLocation

  /// Other places that explain it
  public let labels: [Label]

  /// The advice, such as *write 20C or 20F*, with code in backticks
  public let helps: [String]

  /// The reasons for the message
  public let notes: [String]

  /// Everything that could be done, at most one of which should be
  public let fixes: [Fix]

  /// The message as the compiler made it, to be rendered
  private let original: OppSyntax.Diagnostic

  init(_ diagnostic: OppSyntax.Diagnostic, in files: [SourceFile]) {
    original = diagnostic
    severity =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .style: .style
      case .note: .note
      }
    code = diagnostic.code
    message = diagnostic.headline
    location = SourceLocation(diagnostic.range, in: files)
    labels = diagnostic.labels.map {
      Label(location: SourceLocation($0.range, in: files), text: $0.text)
    }
    helps = diagnostic.helps
    notes = diagnostic.notes
    fixes = diagnostic.fixes.map { Fix($0, in: files) }
  }

  /// The text that `opp check` prints, with the lines of the file and marks below them
  ///
  /// - Parameters:
  ///   - rules: the rule set that the message is about.
  ///   - usesColour: whether the text has escape sequences for a terminal.
  public func rendered(in rules: RuleSet, usesColour: Bool = false) -> String {
    DiagnosticRenderer(files: rules.sourceFiles, usesColour: usesColour).render(original)
  }
}
