internal import OppModel
internal import OppSyntax

/// The rules and tests of a check, in the order of the text, with their places
///
/// A check of `opp "A" …` and `opp "B" …` leaves
///
/// ```
/// ruleNames      A → 0, B → 1
/// rulePlaces     [places of A, places of B]
/// ruleIsSound    [true, false]                B has an error
/// ```
struct CheckResults {
  /// The indices of the rules by their names; the first of each name
  private(set) var ruleNames: [String: Int] = [:]
  /// The places of each rule, by its index
  private(set) var rulePlaces: [RulePlaces] = []

  /// The place of each rule's notification text, by its index
  private(set) var textPlaces: [SourceRange] = []

  /// The place of `record`, by the index of the rule, if it has one
  private(set) var recordPlaces: [Int: SourceRange] = [:]

  /// Whether a rule has no error, by its index
  private(set) var ruleIsSound: [Bool] = []
  /// The places of the charts by their names; the first of each name
  private(set) var chartNames: [String: SourceRange] = [:]

  /// The names of all Opps of the files, before these are checked
  var declaredOpps: Set<String> = []

  /// The tests
  private(set) var scenarios: [Scenario] = []
  /// The places of each test, by its index
  private(set) var scenarioPlaces: [ScenarioPlaces] = []

  /// Adds the places and texts of the rule that the graph has last
  mutating func addRule(
    named name: String, _ places: RulePlaces, text: SourceRange, record: SourceRange?,
    isSound: Bool
  ) {
    if ruleNames[name] == nil { ruleNames[name] = rulePlaces.count }
    if let record { recordPlaces[rulePlaces.count] = record }
    rulePlaces.append(places)
    textPlaces.append(text)
    ruleIsSound.append(isSound)
  }

  /// Adds a chart
  ///
  /// - Returns: the place of the first chart of its name, if there is one before it.
  mutating func addChart(named name: String, at range: SourceRange) -> SourceRange? {
    if let first = chartNames[name] { return first }
    chartNames[name] = range
    return nil
  }

  /// Adds a test
  mutating func add(_ scenario: Scenario, _ places: ScenarioPlaces) {
    scenarios.append(scenario)
    scenarioPlaces.append(places)
  }
}
