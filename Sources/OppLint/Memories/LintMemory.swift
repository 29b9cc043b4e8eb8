internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The outcome of linting a rule set, kept so that after an edit only the changed Opps are linted again
///
/// The findings of most rules in an Opp follow from its text and from the declarations other than Opps. As long as those
/// are the same, the findings in an Opp whose text is the same are moved to its present place. Rules that look at several
/// Opps at once check them all again, over an ``OppSummary`` of each.
///
/// A memory belongs to one rule set: make the ``LintSubject`` of each version with it, and run the linter.
///
/// ```
/// last run    A  B  C  D  E          an edit within C
/// now         A  B  C' D  E          from the front A, B; from the back E, D: only C' is checked
/// ```
package final class LintMemory {
  /// An Opp of the last run
  struct Entry {
    /// The bytes of the declaration, with its comments
    let text: ArraySlice<UInt8>

    /// The place of the declaration in the last run
    let range: SourceRange

    /// The findings in it of the rules that look at one declaration at a time; `nil` if one cannot be moved
    let findings: [LintFinding]?

    /// The part of it that rules about several Opps read
    let summary: OppSummary
  }

  /// All besides the Opps at the last run; nil before the first
  private var context: LintContext?

  /// The graph of the last run
  private var graph: ConditionGraph?

  /// The Opps of the last run, in its order
  private var entries: [Entry] = []

  /// The questions about pairs of Opps
  var implications = Implications()

  /// The way from the graph of the last run to that of the present one
  private(set) var transfer: GraphTransfer?

  package init() {}

  /// The entries of the Opps of a new version, moved to their places; nil for one that has changed
  ///
  /// Texts are compared from both ends, so that one edit leaves all Opps before and behind it known; an Opp
  /// between several edits is found by its text.
  ///
  /// - Complexity: O(*n*) in the texts, and in the graph if findings have examples.
  func recall(
    _ opps: [LintedOpp], of analysis: Analysis, in context: LintContext
  ) -> [Entry?] {
    var known: [Entry?] = Array(repeating: nil, count: opps.count)
    implications.begin()
    transfer = nil
    guard let graph, context == self.context else {
      // Other declarations may give the same conditions other meanings.
      implications = Implications()
      return known
    }
    let texts = opps.map { analysis.bytes(of: $0.places.range) }
    let transfer = GraphTransfer(from: graph, to: analysis.graph)
    self.transfer = transfer
    // From the front, as far as the Opps are the same.
    var first = 0
    while first < min(texts.count, entries.count), isSame(entries[first], texts[first], opps[first])
    {
      known[first] = moved(entries[first], to: opps[first].places.range, texts[first], transfer)
      first += 1
    }
    // From the back, down to the first that is known from the front.
    var (last, old) = (texts.count - 1, entries.count - 1)
    while last >= first, old >= first, isSame(entries[old], texts[last], opps[last]) {
      known[last] = moved(entries[old], to: opps[last].places.range, texts[last], transfer)
      last -= 1
      old -= 1
    }
    recallByText(
      &known, opps, texts, among: first..<max(first, last + 1),
      entries: first..<max(first, old + 1), transfer)
    return known
  }

  /// Finds the Opps between two that have changed, or that were moved past each other, by their texts
  ///
  /// - Complexity: O(*n*) in those texts.
  private func recallByText(
    _ known: inout [Entry?], _ opps: [LintedOpp], _ texts: [ArraySlice<UInt8>],
    among places: Range<Int>, entries old: Range<Int>, _ transfer: GraphTransfer
  ) {
    var indices: [ArraySlice<UInt8>: Int] = [:]
    for index in old { indices[entries[index].text] = index }
    for place in places {
      guard let index = indices[texts[place]], isSame(entries[index], texts[place], opps[place])
      else { continue }
      known[place] = moved(entries[index], to: opps[place].places.range, texts[place], transfer)
    }
  }

  /// Keeps the outcome of a run
  ///
  /// - Parameter findings: those of the rules that look at one declaration at a time.
  func keep(
    _ findings: [LintFinding], of subject: LintSubject, in context: LintContext
  ) {
    var found: [SourceRange: [LintFinding]] = [:]
    // Findings in declarations other than Opps are found again each time.
    for finding in findings {
      if let opp = subject.opp(around: finding.diagnostic.range) {
        found[opp.places.range, default: []].append(finding)
      }
    }
    entries = zip(subject.allOpps, subject.summaries).map { opp, summary in
      let range = opp.places.range
      let own = found[range] ?? []
      return Entry(
        text: subject.analysis.bytes(of: range), range: range,
        findings: own.allSatisfy { $0.isWithin(range) } ? own : nil, summary: summary)
    }
    implications.finish()
    transfer = nil
    graph = subject.graph
    self.context = context
  }

  /// `true` if an Opp has the text of an entry, and is in the same file
  private func isSame(_ entry: Entry, _ text: ArraySlice<UInt8>, _ opp: LintedOpp) -> Bool {
    entry.range.file == opp.places.range.file && entry.text == text
  }

  /// An entry at another place; nil if a finding cannot be moved, so that the Opp is checked again
  private func moved(
    _ entry: Entry, to range: SourceRange, _ text: ArraySlice<UInt8>, _ transfer: GraphTransfer
  ) -> Entry? {
    guard let findings = entry.findings else { return nil }
    let distance = range.start - entry.range.start
    var found: [LintFinding] = []
    for finding in findings {
      guard let finding = finding.moved(by: distance, transfer) else { return nil }
      found.append(finding)
    }
    return Entry(
      text: text, range: range, findings: found, summary: entry.summary.moved(by: distance))
  }
}

/// Everything besides the Opps that decides the findings of rules
struct LintContext: Equatable {
  /// A declaration other than an Opp
  struct Declaration: Equatable {
    let file: Int32
    let text: ArraySlice<UInt8>
  }

  /// The paths of all files, since a level may be that of a file
  let paths: [String]

  /// In the order of the files and of the text; a `let` may decide the meaning of any Opp
  let declarations: [Declaration]

  /// The settings of the run
  let settings: LintSettings

  init(_ analysis: Analysis, declarations: [DeclarationSyntax], settings: LintSettings) {
    paths = analysis.files.map { $0.path }
    self.declarations = declarations.compactMap { declaration in
      if case .opp = declaration { return nil }
      return Declaration(
        file: declaration.range.file, text: analysis.bytes(of: declaration.range))
    }
    self.settings = settings
  }
}

extension Analysis {
  /// The bytes of a range of a file
  fileprivate func bytes(of range: SourceRange) -> ArraySlice<UInt8> {
    files[Int(range.file)].bytes[Int(range.start)..<Int(range.end)]
  }
}
