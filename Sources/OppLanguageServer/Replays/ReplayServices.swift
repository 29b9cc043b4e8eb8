package import OppAnalysis
package import OppSyntax

/// The facts about a rule set that only its recording, the clock or its connections have
///
/// The folder of the rule set is the root; the texts are those of the snapshot, saved or not. Long work is done in
/// slices of some milliseconds.
package struct ReplayServices {
  /// The firings over the whole recording
  package var firings: (_ snapshot: RuleSetSnapshot, _ root: String) -> Sliced<ReplayedFirings>

  /// The explanation of an Opp at an instant
  package var explanation:
    (_ snapshot: RuleSetSnapshot, _ root: String, ExplanationQuestion) -> Sliced<OppAnswer>

  /// The truths of an Opp's parts over a day, as a text for people
  package var day:
    (_ snapshot: RuleSetSnapshot, _ root: String, _ opp: String, _ date: String?)
      -> Sliced<DayText>

  /// The files of the recording that nothing is connected to, with the lines that let rules read them
  package var files: (_ snapshot: RuleSetSnapshot, _ root: String) -> [OfferedFile]

  /// The requests of a day at worst, one line a connection, by the name of the connected source or table
  package var demand: (_ snapshot: RuleSetSnapshot, _ root: String) -> [String: String]

  /// The instant and the place for hints about the sun; `nil` if no place is known
  package var sun: (_ snapshot: RuleSetSnapshot, _ root: String, _ now: String?) -> SunPlace?

  /// The words for the example of a proof
  package var witness:
    (_ snapshot: RuleSetSnapshot, _ opp: String?, _ witness: Witness) -> WitnessWords

  /// Writes a text for people into the cache, under a name; `nil` if it cannot be written
  package var document: (_ name: String, _ text: String) -> String?

  package init(
    firings: @escaping (RuleSetSnapshot, String) -> Sliced<ReplayedFirings>,
    explanation: @escaping (RuleSetSnapshot, String, ExplanationQuestion) -> Sliced<OppAnswer>,
    day: @escaping (RuleSetSnapshot, String, String, String?) -> Sliced<DayText>,
    files: @escaping (RuleSetSnapshot, String) -> [OfferedFile] = { _, _ in [] },
    demand: @escaping (RuleSetSnapshot, String) -> [String: String],
    sun: @escaping (RuleSetSnapshot, String, String?) -> SunPlace?,
    witness: @escaping (RuleSetSnapshot, String?, Witness) -> WitnessWords,
    document: @escaping (String, String) -> String?
  ) {
    self.firings = firings
    self.explanation = explanation
    self.day = day
    self.files = files
    self.demand = demand
    self.sun = sun
    self.witness = witness
    self.document = document
  }
}

/// A file of a recording, and the lines that declare and connect a source or table of its name
package struct OfferedFile: Hashable, Sendable {
  /// The path from the folder of the rules
  package let path: String

  /// The source or table
  package let subject: String

  /// The declaration, unless the rules have it, and the connection
  package let lines: [String]

  package init(path: String, subject: String, lines: [String]) {
    self.path = path
    self.subject = subject
    self.lines = lines
  }
}

/// The part of a condition and the instant that are to be explained
package struct ExplanationQuestion: Hashable, Sendable {
  package let opp: String

  /// The expression of the condition; nil for the whole Opp
  package var part: SourceRange?

  /// The instant as `--at` takes it; nil for the end of the recording
  package var at: String?

  package init(opp: String, part: SourceRange? = nil, at: String? = nil) {
    self.opp = opp
    self.part = part
    self.at = at
  }
}

/// The explanation of an Opp, or of a part of its condition
package struct OppAnswer: Sendable {
  /// The text that `opp why` prints, or advice for a rule set without a recording
  package let text: String

  /// The causes for which parts of the condition are unknown, in the order of the text
  package var unknown: [UnknownPart] = []

  package init(text: String, unknown: [UnknownPart] = []) {
    self.text = text
    self.unknown = unknown
  }
}

/// A part of a condition without a value, and the cause
package struct UnknownPart: Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// Nothing has ever been read of a source or table
    case neverRead(String)

    /// The last reading of a source is too old
    case stale(String)

    /// The readings do not have a value
    case missing

    /// A text of which the position is not known
    case address(String)
  }

  package let cause: Cause
  package let range: SourceRange

  package init(cause: Cause, range: SourceRange) {
    self.cause = cause
    self.range = range
  }
}

/// A day of an Opp as a text, with the date that was chosen
package struct DayText: Hashable, Sendable {
  package let date: String
  package let text: String

  package init(date: String, text: String) {
    self.date = date
    self.text = text
  }
}

/// The example of a proof in words
package struct WitnessWords {
  /// `Sun 21 June 2026 at 12:00`
  package let day: String

  /// `weather.temp = 25C`, one a value
  package let values: [String]

  /// Makes a declaration that guards the example; `nil` if it cannot be written as a test
  package let test: () -> String?

  package init(day: String, values: [String], test: @escaping () -> String?) {
    self.day = day
    self.values = values
    self.test = test
  }
}
