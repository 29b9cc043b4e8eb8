internal import OppEngine
package import OppModel

/// Opps: events, firing, `at most`, `again every` (§6)
extension ReferenceEvaluator {
  /// Every Opp over every second: firings in order of time, name and row, and the truth of conditions
  func run() -> (firings: [ReferenceFiring], conditions: [ReferenceCondition]) {
    var firings: [ReferenceFiring] = []
    var conditions: [ReferenceCondition] = []
    for index in graph.rules.indices {
      // "`for each` makes one Opp per key ever seen, with its own memory."
      let rule = graph.rules[index]
      let rows: [RowID?] =
        rule.rows.map { query in
          (tables.keys[query.table] ?? []).map { RowID(table: query.table, key: $0) }
        } ?? [nil]
      // "`in all` counts over all rows": those walk together.
      let isTogether = rule.limit?.isInAll ?? false
      for group in isTogether ? [rows] : rows.map({ [$0] }) {
        let opps = walk(
          group.map { ReferenceOpp(evaluator: self, rule: rule, index: index, row: $0) })
        for opp in opps {
          firings.append(contentsOf: opp.firings)
          conditions.append(
            ReferenceCondition(rule: index, row: opp.row, stretches: stretches(of: opp.condition)))
        }
        forgetRows()
      }
    }
    let names = graph.rules.map(\.name)
    let sorted = firings.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      if first.instant != second.instant { return first.instant < second.instant }
      if first.rule != second.rule {
        return names[first.rule].unicodeScalars.lexicographicallyPrecedes(
          names[second.rule].unicodeScalars)
      }
      return left.offset < right.offset
    }
    return (sorted.map(\.element), conditions)
  }

  /// Opps that count their firings together, second by second in the order of their rows
  private func walk(_ opps: [ReferenceOpp]) -> [ReferenceOpp] {
    var opps = opps
    for place in opps.indices { opps[place].prepare() }
    var counted: [Int64] = []
    for second in begin..<end {
      let before = counted
      for place in opps.indices {
        if opps[place].fires(at: second, before: before, counted) { counted.append(second) }
      }
    }
    for place in opps.indices { opps[place].settleDeliveries() }
    return opps
  }

  /// The longest runs of seconds with one truth (§7)
  package func stretches(of truths: [Truth]) -> [ReferenceStretch] {
    var result: [ReferenceStretch] = []
    var first = 0
    for index in truths.indices {
      let isLast = index + 1 == truths.count
      if isLast || truths[index + 1] != truths[index] {
        result.append(
          ReferenceStretch(
            truth: truths[index], from: Instant(seconds: begin + Int64(first)),
            to: Instant(seconds: begin + Int64(index) + 1)))
        first = index + 1
      }
    }
    return result
  }

  /// The truth of a Bool at every second
  package func truths(of id: NodeID) -> [Truth] {
    let column = column(id, .none)
    return (begin..<end).map { column.truth(at: $0) }
  }
}

/// One Opp, or one row of an Opp that is `for each`, walked second by second
struct ReferenceOpp {
  let evaluator: ReferenceEvaluator
  let rule: Rule
  let index: Int
  let row: RowID?
  let rows: ChosenRows

  /// The truth of the whole condition at every second
  private(set) var condition: [Truth] = []
  var firings: [ReferenceFiring] = []

  private var membership: [Truth] = []
  private var own: Column?
  private var events: [EventMemory] = []
  private var firstSeen: Int64 = 0
  private var lastKnown: Truth?

  private(set) var answers: [ReferenceAnswers.Entry] = []
  private var controls: [ReferenceControl] = []
  private var isDisabled: Bool
  private var series: ReferenceSeries

  /// The end of a snooze, and whether a firing or an event was put off by it
  private var snoozedUntil: Int64?
  private var isPutOff = false

  /// The last firing that has no answer for good
  private var lastFired: Int64?

  init(evaluator: ReferenceEvaluator, rule: Rule, index: Int, row: RowID?) {
    self.evaluator = evaluator
    self.rule = rule
    self.index = index
    self.row = row
    series = ReferenceSeries(rule)
    isDisabled = rule.isDisabled
    var rows = ChosenRows.none
    if let query = rule.rows, let row { rows.lasting[query.scope] = row }
    self.rows = rows
  }

  mutating func prepare() {
    membership = (evaluator.begin..<evaluator.end).map { membership(at: $0) }
    own = rule.condition.map { evaluator.column($0, rows) }
    events = rule.events.map { EventMemory(event: $0, opp: self, membership: membership) }
    firstSeen = row.flatMap { evaluator.tables.firstSeen($0) } ?? evaluator.begin
    var key = ""
    for case .text(let text) in row?.key ?? [] { key = text }
    answers =
      ReferenceAnswers(
        evaluator.arrivals, rule: rule, row: key, begin: evaluator.begin, firstSeen: firstSeen
      ).entries
    controls = evaluator.controls.filter { $0.concerns(rule, row: row == nil ? nil : key) }
  }

  /// Whether it fires at a second, which is the one after that of the call before
  ///
  /// - Parameters:
  ///   - earlier: the seconds of the firings that the limit counts, before this second.
  ///   - counted: the same, with those at this second.
  mutating func fires(at second: Int64, before earlier: [Int64], _ counted: [Int64]) -> Bool {
    let isMember = membership[Int(second - evaluator.begin)]
    // Before its key is first seen, a row has no memory but that it is not in its list.
    let when = second < firstSeen ? .true : own?.truth(at: second) ?? .true
    // "its condition is: the row is in the list, and `when`"
    let truth = min(isMember, when)
    condition.append(truth)
    takeControls(at: second)
    if takesAnswers(at: second, earlier), second > max(evaluator.begin, firstSeen) {
      // "An Opp without `on` that is silent at an answer begins anew with it."
      lastKnown = truth == .unknown ? nil : truth
    }
    let isSnoozed = snoozedUntil.map { second < $0 } ?? false
    // "The series ends when the condition is false: with `on` at a t + k·D, without at any second."
    let repeats = series.repeats(at: second)
    if truth == .false, !isSnoozed, rule.events.isEmpty || repeats { series.end() }

    var happens: Bool
    if rule.events.isEmpty {
      // "fires at a second of truth when the last known value before it was false, or there is none"
      happens = truth == .true && lastKnown != .true
    } else {
      happens = false
      for place in events.indices {
        let isOfRow = rule.events[place] == .rowAdded || rule.events[place] == .rowRemoved
        guard second >= firstSeen || isOfRow, events[place].happens(at: second) else { continue }
        // A row that has left its list leaves only `when` to be asked.
        let holds = rule.events[place] == .rowRemoved ? when : truth
        if holds == .true { happens = true }
      }
    }
    if truth != .unknown { lastKnown = truth }
    // "An Opp without `on` that is unknown at the second before `at most` allows a firing again begins anew."
    if truth == .unknown, isSilent(at: second, earlier), !isSilent(at: second + 1, earlier) {
      lastKnown = nil
    }

    let isAgain = repeats && truth == .true
    if isSnoozed, happens, !rule.events.isEmpty, !isDisabled { isPutOff = true }
    let isEnd = endsSnooze(truth, at: second)
    guard happens || isAgain || isEnd, !isSnoozed, !isDisabled else { return false }
    // What was put off is delivered, whatever `at most` says.
    guard isEnd || isAllowed(at: second, counted) else { return false }
    fire(at: second)
    lastFired = second
    if isEnd {
      series.resume(at: second)
    } else if happens {
      series.begin(at: second)
    }
    return true
  }

  /// An override of the person counts before anything else of its second
  ///
  /// "An Opp that is enabled counts as just written, and is no longer snoozed."
  private mutating func takeControls(at second: Int64) {
    for control in controls where control.second == second {
      // No row that has not been there yet is snoozed by its key.
      if control.row != nil, second <= firstSeen { continue }
      if let disables = control.disables, disables != isDisabled {
        isDisabled = disables
        if disables { series.end() } else if rule.events.isEmpty { lastKnown = nil }
      }
      guard let end = control.end, control.begins || snoozedUntil != nil else { continue }
      snoozedUntil = end
      if lastFired != nil { isPutOff = true }
    }
  }

  /// "An answer counts before anything fires in its second"
  ///
  /// - Returns: whether it was silent at one, at this second and the next.
  private mutating func takesAnswers(at second: Int64, _ earlier: [Int64]) -> Bool {
    var wasSilent = false
    for answer in answers where answer.second == second {
      if let snoozedUntil {
        if rule.events.isEmpty, second + 1 < snoozedUntil { wasSilent = true }
      } else if !series.repeats(from: second), isSilent(at: second, earlier),
        isSilent(at: second + 1, earlier)
      {
        wasSilent = true
      }
      if answer.answer == .snoozed {
        snoozedUntil = answer.end
        if lastFired != nil { isPutOff = true }
      } else {
        (snoozedUntil, isPutOff, lastFired) = (nil, false, nil)
        series.end()
      }
    }
    return wasSilent
  }

  /// "When a snooze ends, an Opp that has a `snoozed` firing fires if the condition is true … If its condition is false or
  /// unknown where the snooze ends, the series ends."
  private mutating func endsSnooze(_ truth: Truth, at second: Int64) -> Bool {
    guard let end = snoozedUntil, end <= second else { return false }
    let wasPutOff = isPutOff
    (snoozedUntil, isPutOff) = (nil, false)
    if truth == .true { return rule.events.isEmpty || wasPutOff }
    series.end()
    if rule.events.isEmpty { lastKnown = .false }
    return false
  }

  /// Whether the row is in the list of `for each`
  ///
  /// "A missing row is false; an unknown table makes all its rows unknown."
  private func membership(at second: Int64) -> Truth {
    guard let query = rule.rows, let row else { return .true }
    guard let table = evaluator.tables.rows(of: query.table, at: second) else { return .unknown }
    guard table[row.key] != nil else { return .false }
    return query.predicate.map { evaluator.truth($0, at: second, rows) } ?? .true
  }

  /// "`per day` and its like count local calendar periods; `per DURATION` drops a firing at t when N lie
  /// in `(t-D, t]`. A dropped firing is gone and is not counted."
  private func isAllowed(at second: Int64, _ counted: [Int64]) -> Bool {
    guard let limit = rule.limit else { return true }
    let before = counted.filter { firing in
      switch limit.period {
      case .seconds(let seconds): firing > second - seconds
      case .hour, .day, .week, .month, .ever:
        evaluator.clock.period(limit.period, at: firing)
          == evaluator.clock.period(limit.period, at: second)
      }
    }
    return before.count < limit.count
  }

  private func isSilent(at second: Int64, _ counted: [Int64]) -> Bool {
    guard let limit = rule.limit, counted.count >= limit.count else { return false }
    return !isAllowed(at: second, counted)
  }

  private mutating func fire(at second: Int64) {
    func value(_ id: NodeID) -> Value? { evaluator.value(id, at: second, rows) }
    var text: String?
    if let id = rule.text {
      text = "?"
      if case .text(let told) = value(id) { text = told }
    }
    var record: ReferenceRecord?
    if let action = rule.record {
      record = ReferenceRecord(table: action.table, row: action.values.map { $0.flatMap(value) })
    }
    firings.append(
      ReferenceFiring(
        rule: index, row: row, instant: Instant(seconds: second), text: text,
        recipient: rule.recipient.flatMap(value), payload: rule.payload.map { value($0.node) },
        colour: rule.colour.flatMap(value), delivery: .immediate, record: record))
  }
}

/// The series of `again every D for D2` (§1): "The Opp fires at t + k·D, up to t + D2"
struct ReferenceSeries {
  private let duration: Int64?
  private let span: Int64?

  /// The firing that began it, and the second from which k counts
  private var begins: Int64?
  private var anchor: Int64?

  init(_ rule: Rule) {
    duration = rule.repetition
    span = rule.repetitionSpan
  }

  func repeats(at second: Int64) -> Bool {
    guard let duration, let begins, let anchor, second > anchor,
      span.map({ second <= begins + $0 }) ?? true
    else { return false }
    return (second - anchor) % duration == 0
  }

  /// Whether it fires at a second or after it, if the condition allows it
  func repeats(from second: Int64) -> Bool {
    guard let duration, let begins, let anchor else { return false }
    let count = max(1, (second - anchor + duration - 1) / duration)
    return span.map { anchor + count * duration <= begins + $0 } ?? true
  }

  mutating func begin(at second: Int64) { (begins, anchor) = (second, second) }

  mutating func end() { (begins, anchor) = (nil, nil) }

  /// "k counts from there", and D2 from the firing that began the series
  mutating func resume(at second: Int64) {
    if begins == nil { begins = second }
    anchor = second
  }
}
