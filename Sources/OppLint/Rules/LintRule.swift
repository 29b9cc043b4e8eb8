package import OppSyntax

/// A rule of the linter: its page, and the check itself
///
/// One file a rule, in the folder of its category: an enum with the rule, its page, and the questions to a
/// ``LintSubject`` that only this rule asks. To add a rule, copy the file of one that is near to it and add it to ``LintCatalogue/rules``.
///
/// ```
/// text → LintSubject → rule.check(subject, &findings) → Findings → settings, comments, baseline → output
/// ```
///
/// The page is data and not a comment, since `opp explain`, the manual and SARIF print it, and tests run its examples.
package struct LintRule: Sendable {
  /// The subject of a rule; a group that settings can name
  package enum Category: String, Hashable, Sendable, CaseIterable {
    /// The rules are wrong: a condition is never true, a part does nothing
    case correctness
    /// Times of day, dates, weekdays and durations
    case time
    /// Quantities, and the numbers they are compared with
    case units
    /// Events, and how often an Opp fires
    case events
    /// Pins, distances and `near`
    case places
    /// Tables and their rows
    case tables
    /// Requests to services
    case cost
    /// Values that may be missing
    case unknown
    /// Declared names
    case names
    /// Texts, and names that are nearly alike
    case spelling
    /// Secrets, addresses, and where data goes
    case security
    /// Rules that need a recording or a store
    case data
    /// The same, written shorter
    case style
    /// The comments that accept findings
    case suppressions

    /// The name in settings and on pages
    package var name: String { rawValue }
  }

  /// The odds that a finding is a mistake
  package enum Precision: Hashable, Sendable {
    /// No false positives, or a proof
    case veryHigh
    /// Mostly a mistake
    case high
    /// Advice
    case medium

    /// The name in SARIF and on pages
    package var name: String {
      switch self {
      case .veryHigh: "very-high"
      case .high: "high"
      case .medium: "medium"
      }
    }
  }

  /// The things that the check reads besides the text and the types
  package enum Need: Hashable, Sendable {
    /// The text and the types alone
    case `static`
    /// Proofs
    case procedure
    /// The plan of requests
    case plan
    /// A recording or a store
    case recorded
  }

  /// The part of a rule set from which a finding follows
  package enum Reach: Hashable, Sendable {
    /// The declaration that the finding is in, and all declarations other than Opps; of a finding in another declaration
    /// than an Opp, the Opps as well
    case declaration
    /// Several Opps: their text, their order, their conditions
    case ruleSet
  }

  /// The kebab-case name of the problem
  package let name: String

  /// The category, of which settings can speak as a whole
  package let category: Category

  /// The severity if no setting says another
  package let severity: Diagnostic.Severity

  /// `true` if it is checked if no setting names it
  package let isOnByDefault: Bool

  /// `true` for a rule that is not yet trusted: `preview` switches it on
  package let isPreview: Bool

  /// The odds that a finding is a mistake
  package let precision: Precision

  /// The things that the check reads besides the text
  package let need: Need

  /// The declarations that decide its findings in an Opp
  package let reach: Reach

  /// The gravest applicability of its fixes; nil for a rule that offers none
  package let fix: Fix.Applicability?

  /// The words of the rule
  package let page: LintPage

  /// Adds its findings
  package let check: @Sendable (_ subject: LintSubject, _ findings: inout Findings) -> Void

  package init(
    name: String, category: Category, severity: Diagnostic.Severity, isOnByDefault: Bool = true,
    isPreview: Bool = false, precision: Precision, reach: Reach = .declaration,
    need: Need = .static, fix: Fix.Applicability? = nil, page: LintPage,
    check: @escaping @Sendable (_ subject: LintSubject, _ findings: inout Findings) -> Void
  ) {
    self.name = name
    self.category = category
    self.severity = severity
    self.isOnByDefault = isOnByDefault
    self.isPreview = isPreview
    self.precision = precision
    self.need = need
    self.reach = reach
    self.fix = fix
    self.page = page
    self.check = check
  }

  /// A rule about the comments that accept findings: ``SuppressionJudge`` checks it, behind all others
  init(
    aboutSuppressions name: String, severity: Diagnostic.Severity, fix: Fix.Applicability? = nil,
    page: LintPage
  ) {
    self.init(
      name: name, category: .suppressions, severity: severity, precision: .veryHigh, fix: fix,
      page: page
    ) { _, _ in }
  }
}

/// The words of a rule's page
package struct LintPage: Sendable {
  /// One line: the message as the writer of rules meets it, with `…` if it varies
  package let headline: String

  /// A paragraph or two in Markdown
  package let why: String

  /// Rules that give exactly this finding
  package let bad: String

  /// The same rules, mended; they give no finding
  package let good: String

  /// The numbers that settings can change
  package let options: [LintOption]

  /// The names of rules that one may want to read next
  package let related: [String]

  package init(
    headline: String, why: String, bad: String, good: String, options: [LintOption] = [],
    related: [String] = []
  ) {
    self.headline = headline
    self.why = why
    self.bad = bad
    self.good = good
    self.options = options
    self.related = related
  }
}

/// A number that a rule reads from the settings, as `RULE.NAME = VALUE`
package struct LintOption: Hashable, Sendable {
  /// The unit of an option's number
  package enum Unit: Hashable, Sendable {
    /// A plain number
    case count
    /// A length, in metres
    case metres
    /// A duration, in seconds
    case seconds
  }

  /// The name behind that of the rule and a point
  package let name: String

  /// The unit of the number
  package let unit: Unit

  /// The number if no setting gives another, in base units
  package let standard: Double

  /// A noun phrase
  package let meaning: String

  package init(_ name: String, _ unit: Unit = .count, standard: Double, _ meaning: String) {
    self.name = name
    self.unit = unit
    self.standard = standard
    self.meaning = meaning
  }
}
