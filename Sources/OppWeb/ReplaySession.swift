internal import OppEngine
internal import OppJSON
package import OppModel
internal import OppRecordings
internal import OppOutputs
internal import OppReplay
internal import OppSemantics
internal import OppSyntax

/// A replay that a page shows while it is under way: firings as they come, and any day and second in detail
///
/// All results are JSON. Instants are seconds since 1970; places in texts are the index of the file, and the start and the
/// end in units of UTF-16.
package final class ReplaySession {
  private let analysis: Analysis
  private let zone: Zone
  private let from: Instant
  private let to: Instant
  private let replay: Replay
  private var run: CheckpointedReplay

  /// The printer of firings and records
  private let lines: FiringPrinter

  /// The explanations under way, the latest last
  private var explanations: [Explained] = []

  /// The texts of the files for places
  private var units: [TextUnits]

  /// The units in which the files of the recording write their quantities
  private let writtenUnits: RecordedUnits

  /// The explanations of one Opp and row
  private final class Explained {
    let rule: Int
    let row: [Value]?
    var explanations: CheckpointedExplanations

    init(rule: Int, row: [Value]?, explanations: CheckpointedExplanations) {
      self.rule = rule
      self.row = row
      self.explanations = explanations
    }
  }

  /// The most Opps and rows whose explanations are kept
  private static var explainedLimit: Int { 2 }

  /// The most seconds after an instant that are run through to find until when a part holds
  private static var futureLimit: Int { 2_000 }

  init(_ analysis: Analysis, _ recording: ReadRecording, from: Instant, to: Instant) {
    self.analysis = analysis
    zone = recording.zone
    self.from = from
    self.to = to
    replay = Replay(
      graph: analysis.graph, zone: recording.zone, begins: from, arrivals: recording.arrivals)
    run = CheckpointedReplay(replay, to: to)
    lines = FiringPrinter(graph: analysis.graph, zone: recording.zone)
    units = analysis.files.map { TextUnits($0.bytes) }
    writtenUnits = recording.units
  }

  // MARK: Beginning and advancing

  /// The period and the Opps
  ///
  /// `{"from":1356998400,"to":1388534401,"opps":[{"name":"Warm","file":0,"start":0,"end":48,…}],"problems":[]}`
  ///
  /// - Parameter problems: objects of JSON.
  package func beginning(problems: [String]) -> String {
    JSONText.object { json in
      json.member("from", raw: "\(from.seconds)")
      json.member("to", raw: "\(to.seconds)")
      json.key("opps")
      json.array { array in
        for (index, rule) in analysis.graph.rules.enumerated() {
          array.object { opp in
            opp.member("name", string: rule.name)
            add(analysis.rulePlaces[index].range, &opp)
            opp.member("hasEvents", raw: "\(!rule.events.isEmpty)")
            opp.member("hasCondition", raw: "\(rule.condition != nil || rule.rows != nil)")
            opp.member("hasRows", raw: "\(rule.rows != nil)")
          }
        }
      }
      json.member("problems", raw: "[\(problems.joined(separator: ","))]")
    }
  }

  /// Runs on up to a second, or by about as many steps
  ///
  /// ```json
  /// {"at":1357084800,"done":false,"firings":[…],"records":[…],"settled":[…]}
  /// ```
  ///
  /// Firings and records are objects as `opp eval --format json` prints them. A firing that waited and whose delivery has
  /// become known since comes again, in `settled`.
  package func advance(to second: Instant, steps: Int) -> String {
    let hasMore = run.run(until: min(second, to), by: steps)
    let result = run.result
    let new = lines.take(result)
    return JSONText.object { json in
      json.member("at", raw: "\(hasMore ? run.present.seconds : to.seconds)")
      json.member("done", raw: "\(!hasMore)")
      json.member("firings", raw: "[\(new.firings.joined(separator: ","))]")
      json.member("records", raw: "[\(new.records.joined(separator: ","))]")
      json.member("settled", raw: "[\(new.settled.joined(separator: ","))]")
    }
  }

  // MARK: Details

  /// The lanes of `[from, to)`, one an Opp
  ///
  /// ```json
  /// {"from":…,"to":…,"opps":[{"name":"Warm","file":0,"start":0,"end":48,"whole":[[from,to,"true"],…],
  ///  "rows":[{"row":"1","label":"milk","key":["1"],"runs":[…]}],"parts":[{"text":"temp > 20C","file":0,…,"runs":[…]}],"firings":[…]}]}
  /// ```
  ///
  /// `whole` is null for an Opp that has events and no condition.
  package func day(from: Instant, to: Instant) -> String {
    let (from, to) = (max(from, self.from), min(to, self.to))
    guard from < to else { return "{\"from\":\(from.seconds),\"to\":\(to.seconds),\"opps\":[]}" }
    let truths = run.truths(from: from, to: to)
    var firings: [[Firing]] = analysis.graph.rules.map { _ in [] }
    for firing in truths.firings { firings[firing.rule].append(firing) }
    return JSONText.object { json in
      json.member("from", raw: "\(from.seconds)")
      json.member("to", raw: "\(to.seconds)")
      json.key("opps")
      json.array { array in
        for opp in truths.opps { array.object { add(opp, firings[opp.rule], &$0) } }
      }
    }
  }

  /// Adds the lanes of an Opp
  private func add(_ opp: OppTruths, _ firings: [Firing], _ json: inout JSONText) {
    let rule = analysis.graph.rules[opp.rule]
    json.member("name", string: rule.name)
    add(analysis.rulePlaces[opp.rule].range, &json)
    let waits = rule.condition == nil && rule.rows == nil
    json.member("whole", raw: waits ? "null" : Self.runs(opp.whole))
    json.key("rows")
    json.array { array in
      guard rule.rows != nil else { return }
      let words = words(opp.rule)
      for (trace, label) in zip(opp.conditions, words.labels(of: opp.conditions)) {
        array.object { row in
          row.member("row", string: trace.row.map { words.spellings(of: $0)[0] } ?? "")
          row.member("label", string: label)
          row.member("key", raw: trace.row.map { words.readable.json(of: $0) } ?? "null")
          row.member("runs", raw: Self.runs(trace.stretches))
        }
      }
    }
    json.key("parts")
    json.array { array in
      for part in opp.parts {
        let place = analysis.place(of: part.node, inRule: opp.rule)
        array.object { object in
          object.member("text", string: analysis.text(place))
          add(place, &object)
          object.member("runs", raw: Self.runs(part.stretches))
        }
      }
    }
    json.member("firings", raw: "[\(lines.lines(of: firings).joined(separator: ","))]")
  }

  /// `[[1357084800,1357088400,"false"],[1357088400,1357092000,"true"]]`
  private static func runs(_ stretches: [TruthStretch]) -> String {
    let runs = stretches.map { "[\($0.from.seconds),\($0.to.seconds),\"\($0.truth.word)\"]" }
    return "[\(runs.joined(separator: ","))]"
  }

  /// The truth of each condition in the texts at a second, wherever it stands: in an Opp, or in a `let` that one uses
  ///
  /// `[{"file":0,"start":17,"end":27,"truth":"true"},…]`; of `for each`, the parts are those of the row that is nearest to
  /// being true.
  package func truths(at second: Instant) -> String {
    let rules = analysis.graph.rules.indices
    var engine = run.engine(at: inside(second))
    let found = rules.map { engine.truths(ofRule: $0) }
    var all: [NodeID: Truth] = [:]
    for truths in found {
      for (node, truth) in truths where all[node] == nil { all[node] = truth }
    }
    var truths: [(range: SourceRange, truth: Truth)] = []
    for (range, node) in analysis.sourceMap.nodesByPlace() {
      guard Int(range.file) < analysis.files.count - 1 else { continue }
      let own = rules.first { analysis.rulePlaces[$0].range.contains(range) }
      guard let truth = own.map({ found[$0] }).map({ $0[node] }) ?? all[node] else { continue }
      truths.append((range, truth))
    }
    truths.sort { $0.range < $1.range }
    var text = "["
    for (range, truth) in truths {
      if text.utf8.count > 1 { text += "," }
      text += JSONText.object { json in
        add(range, &json)
        json.member("truth", string: truth.word)
      }
    }
    return text + "]"
  }

  /// The explanation of an Opp at a second: the object of `opp why --format json`, and its sentences for people
  ///
  /// `{"explanation":{"type":"explanation","opp":"Warm",…},"text":"\"Warm\" is false at …","take":null}`
  ///
  /// `take` is the change of one literal by which it would be true: `{"file":0,"start":25,"end":28,"text":"19C"}`.
  ///
  /// - Parameters:
  ///   - row: a spelling of the row of `for each`; nil for the one that is nearest to being true.
  ///   - looksAhead: whether it is looked until when each part holds, within ``futureLimit``.
  /// - Returns: nil if there is no such Opp or row.
  package func why(
    _ opp: String, row: String?, at second: Instant, looksAhead: Bool
  ) -> String? {
    guard let rule = analysis.graph.rules.firstIndex(where: { $0.name == opp }) else { return nil }
    let at = inside(second)
    let words = words(rule, at: at)
    guard case .some(let key) = key(of: rule, row, at, words) else { return nil }
    let explained = takeExplanations(of: rule, key)
    let explanation = explained.explanations.explain(
      at: at, futureLimit: looksAhead ? Self.futureLimit : 0)
    explanations.append(explained)
    let (forPrograms, forPeople) = (Console(), Console())
    ExplanationOutput(explanation: explanation, words: words, console: forPrograms).printJSON()
    ExplanationOutput(explanation: explanation, words: words, console: forPeople).printText()
    return JSONText.object { json in
      json.member("explanation", raw: Printed.lines(forPrograms).joined())
      json.member("text", string: Printed.lines(forPeople).joined(separator: "\n"))
      let change = explanation.condition.flatMap { condition in
        condition.truth == .false ? NeededChange(of: condition, in: words) : nil
      }
      guard let change else { return json.member("take", raw: "null") }
      json.key("take")
      json.object { object in
        add(change.range, &object)
        object.member("text", string: change.literal)
      }
    }
  }

  /// Runs on for the explanations of an Opp up to a second, so that they are there when they are wanted
  ///
  /// - Parameter steps: about the most steps to make.
  /// - Returns: `true` while there is more to do.
  package func prepare(
    _ opp: String, row: String?, at second: Instant, steps: Int
  ) -> Bool {
    guard let rule = analysis.graph.rules.firstIndex(where: { $0.name == opp }) else {
      return false
    }
    let at = inside(second)
    guard case .some(let key) = key(of: rule, row, at, words(rule, at: at)) else { return false }
    let explained = takeExplanations(of: rule, key)
    let hasMore = explained.explanations.run(until: at, by: steps)
    explanations.append(explained)
    return hasMore
  }

  /// The key of a row, nil for an Opp without rows; none if there is no such row
  private func key(
    of rule: Int, _ row: String?, _ at: Instant, _ words: ExplanationText
  ) -> [Value]?? {
    guard analysis.graph.rules[rule].rows != nil else { return .some(nil) }
    var engine = run.engine(at: at)
    guard let row else { return .some(engine.nearestKey(of: rule)) }
    let found = engine.rows(ofOpps: rule).first { words.spellings(of: $0).contains(row) }
    return found.map { .some($0.key) }
  }

  /// Takes the explanations of an Opp and row out of those that are kept
  private func takeExplanations(of rule: Int, _ row: [Value]?) -> Explained {
    if let index = explanations.firstIndex(where: { $0.rule == rule && $0.row == row }) {
      return explanations.remove(at: index)
    }
    if explanations.count >= Self.explainedLimit { explanations.removeFirst() }
    return Explained(
      rule: rule, row: row,
      explanations: CheckpointedExplanations(replay, rule: rule, row: row))
  }

  // MARK: Charts

  /// The charts of the rules as of a second, each as a part of a page
  ///
  /// `[{"name":"Spent","file":0,"html":"<div class=\"series\">…"}]`
  ///
  /// - Parameter to: the second after the last that is known to the charts.
  package func charts(to: Instant) -> String {
    let to = min(max(to, from.advanced(by: 1)), self.to)
    let past = Replay(
      graph: analysis.graph, zone: zone, begins: from,
      arrivals: replay.arrivals.filter { $0.at < to })
    let lists = ChartReplay(past, to: to).run().charts
    let maker = ReportMaker(analysis: analysis, graph: analysis.graph, zone: zone)
    var pieces: [String] = []
    for (name, text) in maker.figures(lists) {
      pieces.append(
        JSONText.object { json in
          json.member("name", string: name)
          json.member("file", raw: "\(analysis.place(ofChart: name)?.file ?? 0)")
          json.member("html", string: text)
        })
    }
    return "[\(pieces.joined(separator: ","))]"
  }

  // MARK: Words and places

  private func words(_ rule: Int, at: Instant? = nil) -> ExplanationText {
    ExplanationText(
      analysis: analysis, graph: analysis.graph, zone: zone, rule: rule, at: at,
      units: writtenUnits)
  }

  /// The nearest second of the recording
  private func inside(_ second: Instant) -> Instant {
    min(max(second, from), to.advanced(by: -1))
  }

  /// Adds a place in a text
  private func add(_ range: SourceRange, _ json: inout JSONText) {
    let file = Int(range.file)
    guard units.indices.contains(file) else { return }
    json.member("file", raw: "\(file)")
    json.member("start", raw: "\(units[file].units(before: range.start))")
    json.member("end", raw: "\(units[file].units(before: range.end))")
  }
}

/// Prints the firings and records of a replay as they come, as `opp eval --format json` does
///
/// A class, because it remembers the lines that it has printed.
private final class FiringPrinter {
  private let graph: ConditionGraph
  private let zone: Zone

  /// The numbers of firings and records that were printed
  private var firings = 0
  private var records = 0

  /// The places of firings that were printed before their delivery was known
  private var waiting: [Int] = []

  init(graph: ConditionGraph, zone: Zone) {
    self.graph = graph
    self.zone = zone
  }

  /// The lines that have come since
  func take(
    _ result: ReplayResult
  ) -> (firings: [String], records: [String], settled: [String]) {
    let all = result.firings
    let known = waiting.filter { all[$0].delivery != .waiting }
    waiting.removeAll { all[$0].delivery != .waiting }
    waiting += (firings..<all.count).filter { all[$0].delivery == .waiting }
    let new = Array(all[firings...])
    let newRecords = Array(result.records[records...])
    (firings, records) = (all.count, result.records.count)
    return (lines(of: new), lines(of: [], newRecords), lines(of: known.map { all[$0] }))
  }

  /// The lines of firings and records
  func lines(of firings: [Firing], _ records: [Record] = []) -> [String] {
    let console = Console()
    EvaluationOutput(graph: graph, zone: zone, console: console, isJSON: true)
      .printFirings(firings, records)
    return Printed.lines(console)
  }
}
