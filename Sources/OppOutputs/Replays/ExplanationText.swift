package import OppEngine
package import OppModel
package import OppRecordings
package import OppSemantics

/// Explains the parts of one Opp's condition in the words of its writer
///
/// The engine explains nodes; the text of a node comes from the source map. Nodes without a text, such as the
/// equalities of `x in [a, b]`, are put into words with the node above them.
///
/// ```
/// details    free is 22 min, read 12:00                              beside a part of the tree
/// missing    free is 22 min, needs 30min                             after the headline
///            time is 12:00, needs 16:00..20:00
///            near grocery: the distance is 301 m, needs at most 150m
///            temp is 15°C, needs more than 20C
/// ```
package struct ExplanationText {
  /// The rules with their texts
  package let analysis: Analysis

  /// The graph of the nodes that are explained
  package let graph: ConditionGraph

  /// The words of values
  package let readable: ReadableValue

  /// The index of the Opp
  package let rule: Int

  /// The instant that is explained: times of its day are shown without the date
  package let at: Instant?

  /// The units in which readings are shown, those of their data
  package let units: RecordedUnits

  /// The length of a part's text shown on its line, in characters
  private static let textLimit = 60

  package init(
    analysis: Analysis, graph: ConditionGraph, zone: Zone, rule: Int, at: Instant? = nil,
    units: RecordedUnits = RecordedUnits()
  ) {
    self.units = units
    self.analysis = analysis
    self.graph = graph
    readable = ReadableValue(graph: graph, zone: zone)
    self.rule = rule
    self.at = at
  }

  // MARK: Names of parts

  /// The spellings by which `--row` may name a row: its key as people write it, then as the language does
  package func spellings(of row: RowID) -> [String] {
    let table = graph.tables[Int(row.table.index)]
    let bare = row.key.enumerated().map { index, value in
      if case .text(let text) = value { return text }
      return readable.text(of: value, type: table.fields[table.key[index]].type)
    }
    return [bare.joined(separator: ", "), bare.joined(separator: ","), text(of: row)]
  }

  /// The labels of rows beside lanes of truth, in their order
  package func labels(of traces: [ConditionTrace]) -> [String] {
    let labels = RowLabels(
      zone: readable.zone, key: { spellings(of: $0)[0] },
      beginning: { readable.brief($0, after: $1 ? nil : $0) })
    return labels.labels(of: traces)
  }

  /// The text of a part, or words for one that the rules do not write
  package func text(of part: Explanation) -> String {
    switch part.subject {
    case .node(let node): text(of: node) ?? "this part"
    case .row: "the row is in `\(tableName)`"
    case .list: "the row is in its list"
    case .whole: "the row is in its list, and the condition"
    }
  }

  /// The value that `x in [a, b]` looks for, which the graph has as an `or` of equalities; else nil
  ///
  /// For `sky in [rain, fog]`, `sky == rain or sky == fog` in the graph, the part of `sky`.
  package func operandOfMembership(_ part: Explanation) -> Explanation? {
    switch operation(of: part) {
    case .or(let operands):
      // All alternatives have to be equalities with the same left side.
      var found: NodeID?
      for operand in operands {
        guard case .compare(.equal, let left, _) = graph[operand].operation,
          found == nil || found == left
        else { return nil }
        found = left
      }
      return part.parts.first?.parts.first
    case .not: return part.parts.first.flatMap { operandOfMembership($0) }
    default: return nil
    }
  }

  /// `true` if a part is made of conditions that the writer did not write, as `raining` is if it follows
  /// from the sky
  package func isDerived(_ part: Explanation) -> Bool {
    guard case .node = part.subject, operandOfMembership(part) == nil else { return false }
    return part.parts.contains { below in
      guard case .node(let node) = below.subject, below.type == .bool else { return false }
      return text(of: node) == nil
    }
  }

  /// The parts of a part that have words; in place of others the parts that they are made of, each once
  package func namedParts(of part: Explanation) -> [Explanation] {
    var seen: Set<Explanation.Subject> = []
    return part.parts.flatMap { isNamed($0) ? [$0] : namedParts(of: $0) }
      .filter { seen.insert($0.subject).inserted }
  }

  /// The table of `for each`
  private var tableName: String {
    guard let query = graph.rules[rule].rows else { return "its table" }
    return graph.tables[Int(query.table.index)].name
  }

  /// A node as the rule has it, on one line; nil if the text does not show it
  ///
  /// At most ``textLimit`` characters; a reading that a shorthand names is `weather.temp`.
  package func text(of node: NodeID) -> String? {
    // Line ends and runs of spaces in the rules become single spaces.
    if let written = analysis.text(of: node, inRule: rule) {
      let line = written.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
      if !line.isEmpty {
        return line.count <= Self.textLimit ? line : line.prefix(Self.textLimit - 1) + "…"
      }
    }
    guard case .reading(let request, let field) = graph[node].operation else { return nil }
    let source = graph.sources[Int(graph.requests[Int(request.index)].source.index)]
    return "\(source.name).\(source.fields[field].name)"
  }

  // MARK: The words of a part

  /// `free is 22 min, read 12:00`; the values beside a comparison, with the readings below them
  ///
  /// - A part over rows: `2 of 5 rows of agenda`.
  /// - A derived part: the readings that it follows from, those that are known.
  /// - A leaf: when it was read.
  /// - Else its operands with their values, and the readings below those that are computed.
  package func details(of part: Explanation) -> [String] {
    if let row = rowWords(part) { return [row] }
    if isDerived(part) { return readings(below: part).filter { !$0.hasSuffix("is unknown") } }
    if part.parts.isEmpty { return part.readAt.map { ["read \(local($0))"] } ?? [] }
    var said: [String] = []
    let parts = operandOfMembership(part).map { [$0] } ?? part.parts.filter { isNamed($0) }
    for given in parts {
      let operand = asWritten(given)
      // Of `not raining` the value of `raining` is all there is to say.
      if case .not = operation(of: part), operand.type == .bool {
        said += operand.parts.isEmpty ? [value(of: operand)] : details(of: operand)
        continue
      }
      var compared: [Double] = []
      if case .node(let node) = given.subject { compared = limits(of: node, in: part) }
      said.append(value(of: operand, limits: compared))
      let isLeaf = operand.parts.isEmpty
      if !isLeaf {
        said += readings(below: operand).filter { !said.contains($0) }
      }
    }
    return said
  }

  /// `true` if there are words for a part
  private func isNamed(_ part: Explanation) -> Bool {
    guard case .node(let node) = part.subject else { return true }
    if case .distance = graph[node].operation { return true }
    return text(of: node) != nil
  }

  /// `free is 22 min, read 12:00`
  private func value(of operand: Explanation, limits: [Double] = []) -> String {
    let name = name(of: operand)
    if let row = rowWords(operand) { return "\(name): \(row)" }
    let read = operand.readAt.map { ", read \(local($0))" } ?? ""
    guard let value = operand.value else { return "\(name) is unknown" }
    return "\(name) is \(text(of: value, of: operand, limits: limits))\(read)"
  }

  /// The value of a part, in the unit of its data if these name one
  ///
  /// - Parameter limits: the values that it is compared with, which rounding does not reach.
  package func text(of value: Value, of part: Explanation, limits: [Double] = []) -> String {
    let unit = dataUnit(of: part)
    return text(
      of: value, part.type, unit: unit?.dimension == Dimension(part.type) ? unit : nil,
      limits: limits)
  }

  /// The values that an operand of a comparison or a range is compared with
  private func limits(of node: NodeID, in part: Explanation) -> [Double] {
    var others: [NodeID] = []
    if case .compare(_, let left, let right)? = operation(of: part) {
      others = left == node ? [right] : [left]
    } else if case .inRange(let ranged, let low, let high, _)? = operation(of: part) {
      others = ranged == node ? [low, high] : [ranged]
    }
    var isRatio = false
    if case .unary(.ratio, _) = graph[node].operation { isRatio = true }
    return others.compactMap { other in
      guard let scalar = scalar(of: other, in: part) else { return nil }
      return isRatio ? Percentage.percent(ofRatio: scalar) : scalar
    }
  }

  /// The number that a node is in a part: a constant, or an operand that is explained
  private func scalar(of node: NodeID, in part: Explanation) -> Double? {
    if case .constant(.scalar(let scalar)) = graph[node].operation { return scalar }
    guard case .scalar(let scalar)? = part.parts.first(where: { $0.subject == .node(node) })?.value
    else { return nil }
    return scalar
  }

  /// The unit in which the data of a reading are written
  private func dataUnit(of part: Explanation) -> OppModel.Unit? {
    guard case .reading(let request, let field)? = operation(of: part) else { return nil }
    let source = graph.sources[Int(graph.requests[Int(request.index)].source.index)]
    return units.unit(ofField: field, of: source.name)
  }

  /// The text of an operand; of a distance, which is written as `near`, `the distance`
  private func name(of operand: Explanation) -> String {
    if case .distance = operation(of: operand) { return "the distance" }
    return text(of: operand)
  }

  /// The readings that a computed value rests on
  private func readings(below operand: Explanation) -> [String] {
    var found: [String] = []
    for part in operand.parts {
      if part.readAt != nil { found.append(value(of: part)) }
      found += readings(below: part)
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// The rows that count, of how many, with the keys of some; nil of a part that is not over rows
  private func rowWords(_ part: Explanation) -> String? {
    guard let rows = part.rows else { return nil }
    let table = graph.tables[Int(rows.table.index)].name
    if rows.count == 0 { return "`\(table)` has no rows" }
    let isAll = isAll(operation(of: part))
    if isAll, rows.members == 0, rows.unknownMembers == 0 {
      return rows.count == 1 ? "the one row of `\(table)`" : "all \(rows.count) rows of `\(table)`"
    }
    var words =
      "\(isAll ? "not for " : "")\(rows.members) of \(rows.count) \(rows.count == 1 ? "row" : "rows") of `\(table)`"
    if rows.unknownMembers > 0 { words += ", \(rows.unknownMembers) unknown" }
    let examples = rows.examples.map { "[\(text(of: $0))]" }
    guard !examples.isEmpty, rows.members < rows.count else { return words }
    return words + ": " + examples.joined(separator: ", ")
      + (rows.members > examples.count ? ", …" : "")
  }

  /// `true` for `all(LIST)`, which is false for the rows whose condition is false
  private func isAll(_ operation: Operation?) -> Bool {
    guard case .aggregate(.none, let query)? = operation, let value = query.value,
      case .not = graph[value].operation
    else { return false }
    return true
  }

  /// The key of a row, as people write it
  package func text(of row: RowID) -> String { readable.text(of: row) }

  /// A value without digits that say nothing to people
  private func text(
    of value: Value, _ type: ValueType, unit: OppModel.Unit? = nil, limits: [Double] = []
  ) -> String {
    switch value {
    case .scalar(let scalar):
      if type == .instant, let whole = Int64(exactly: scalar) {
        return readable.brief(Instant(seconds: whole), after: nil)
      }
      let sentence = SentenceValue().text(of: scalar, type: type, unit: unit, limits: limits)
      return sentence ?? readable.text(of: value, type: type)
    case .position(let position):
      // About a metre: the rest is of the receiver.
      let rounded = Position(
        latitude: (position.latitude * 1e5).rounded() / 1e5,
        longitude: (position.longitude * 1e5).rounded() / 1e5)
      return readable.text(of: .position(rounded ?? position), type: type)
    case .truth, .text, .place, .list, .row: return readable.text(of: value, type: type)
    }
  }

  /// An instant by the wall clock: `12:00`, with seconds if there are any, and the date if it is another day than the explained
  package func local(_ instant: Instant) -> String { readable.brief(instant, after: at) }

  // MARK: Missing values

  /// The reasons why a part is not true: `free is 22 min, needs 30min`; none if it is true
  ///
  /// By operation, for a part that is false:
  ///
  /// ```
  /// a and b              those of the false parts
  /// a or b               those of both, joined by “and”
  /// x in [a, b]          sky is clear, needs one of rain, fog
  /// not a                raining is true
  /// x > y                temp is 15°C, needs more than 20C
  /// x in a..b            time is 12:00, needs 16:00..20:00
  /// c for 1h             raining is true only since 11:40, needs 1 h
  /// c within last 1h     raining was not true in the last 1 h
  /// anything else        raining is false
  /// ```
  ///
  /// Of an unknown part they are the reasons why: `weather.temp: stale since …`.
  package func missing(_ part: Explanation) -> [String] {
    guard part.type == .bool, part.truth != .true else { return [] }
    if part.truth == .unknown { return unknown(part) }
    if isDerived(part) {
      let said = details(of: part)
      return [
        "\(text(of: part)) is false" + (said.isEmpty ? "" : ": \(said.joined(separator: ", "))")
      ]
    }
    // The parts that are no nodes: the row in its list, and both with the condition.
    guard let operation = operation(of: part) else {
      if part.subject == .row { return ["the row is not in `\(tableName)`"] }
      let wrong = part.parts.filter { $0.truth == .false }
      // Of a row that is not there, nothing else is worth a message.
      return missing(wrong.first { $0.subject == .row }.map { [$0] } ?? wrong)
    }
    switch operation {
    case .and: return missing(part.parts.filter { $0.truth == .false })
    case .or(let operands):
      guard let found = operandOfMembership(part) else {
        return [missing(part.parts).joined(separator: " and ")]
      }
      return ["\(bare(found)), needs one of \(choices(operands))"]
    case .not(let operand): return ["\(text(of: operand) ?? "it") is true"]
    case .conditional, .otherwise:
      let last = part.parts.last { $0.type == .bool && $0.truth == .false }
      return last.map { missing($0) } ?? plain(part)
    case .compare(let comparison, let left, let right):
      return [comparisonWords(comparison, left, right, part)]
    case .inRange(let operand, let low, let high, _):
      guard let found = operandPart(operand, part) else { return plain(part) }
      let value = bare(found, limits: limits(of: operand, in: part))
      return ["\(value), needs \(written(low, part))..\(written(high, part))"]
    case .element(let operand, let list):
      guard let found = operandPart(operand, part) else { return plain(part) }
      return ["\(bare(found)), needs one of \(text(of: list) ?? "the list")"]
    case .apply(.contains, let operands):
      guard let found = operandPart(operands[0], part) else { return plain(part) }
      return ["\(bare(found)), needs \(written(operands[1], part)) in it"]
    case .lasting(let operand, let seconds):
      guard let found = operandPart(operand, part) else { return plain(part) }
      if found.truth != .true { return missing(found) }
      let since = found.since.map { " only since \(local($0))" } ?? " not long enough"
      return ["\(text(of: found)) is true\(since), needs \(duration(seconds))"]
    case .withinLast(let operand, let seconds):
      return ["\(text(of: operand) ?? "it") was not true in the last \(duration(seconds))"]
    case .withinNext(let operand, let seconds):
      return ["\(text(of: operand) ?? "it") will not be true in the next \(duration(seconds))"]
    default: return plain(part)
    }
  }

  /// The words of several parts, each once
  private func missing(_ parts: [Explanation]) -> [String] {
    var said: [String] = []
    for words in parts.flatMap({ missing($0) }) where !said.contains(words) { said.append(words) }
    return said
  }

  /// The other sides of equalities, as people write them
  private func choices(_ equalities: [NodeID]) -> String {
    equalities.map { equality in
      guard case .compare(_, _, let right) = graph[equality].operation else { return "?" }
      if let written = text(of: right) { return written }
      guard case .constant(let value) = graph[right].operation else { return "?" }
      return text(of: value, graph[right].type)
    }.joined(separator: ", ")
  }

  /// `raining is false`, with the count of rows if it is over rows
  private func plain(_ part: Explanation) -> [String] {
    if let row = rowWords(part) { return ["\(text(of: part)) is false: \(row)"] }
    return ["\(text(of: part)) is false"]
  }

  /// The reasons why a part is unknown
  private func unknown(_ part: Explanation) -> [String] {
    part.reasons.map { $0.message(in: graph, zone: readable.zone) }
  }

  /// The words of a comparison, from its side that was read: `30C < temp` is said of `temp`
  private func comparisonWords(
    _ comparison: Comparison, _ left: NodeID, _ right: NodeID, _ part: Explanation
  ) -> String {
    if let found = operandPart(left, part) {
      let value = bare(found, limits: limits(of: left, in: part))
      if case .distance = operation(of: found) {
        return
          "\(text(of: part)): \(value), needs \(comparison.need)\(written(right, part))"
      }
      return "\(value), needs \(comparison.need)\(written(right, part))"
    }
    // The constant is on the left: the comparison is turned around.
    guard let found = operandPart(right, part) else { return "\(text(of: part)) is false" }
    let value = bare(found, limits: limits(of: right, in: part))
    return "\(value), needs \(comparison.mirrored.need)\(written(left, part))"
  }

  /// `free is 22 min`, without when it was read
  private func bare(_ operand: Explanation, limits: [Double] = []) -> String {
    let value = operand.value.map { text(of: $0, of: operand, limits: limits) } ?? "unknown"
    return "\(name(of: operand)) is \(value)"
  }

  /// The other side of a comparison: as it is written, and its value if that adds something
  private func written(_ node: NodeID, _ part: Explanation) -> String {
    if case .constant(let value) = graph[node].operation {
      return text(of: node) ?? text(of: value, graph[node].type)
    }
    let name = text(of: node)
    let value = operandPart(node, part).flatMap { operand in
      operand.value.map { text(of: $0, operand.type, limits: limits(of: node, in: part)) }
    }
    guard let name else { return value ?? "unknown" }
    return value.map { "\(name), which is \($0)" } ?? name
  }

  /// The explained operand that is a node; nil of one that is not explained, such as a constant
  private func operandPart(_ node: NodeID, _ part: Explanation) -> Explanation? {
    part.parts.first { $0.subject == .node(node) }.map(asWritten)
  }

  /// The percentage itself for one that is compared as a number
  private func asWritten(_ part: Explanation) -> Explanation {
    guard case .unary(.ratio, _) = operation(of: part) else { return part }
    return part.parts.first ?? part
  }

  /// The operation of a part; nil of those that are no node
  package func operation(of part: Explanation) -> OppModel.Operation? {
    guard case .node(let node) = part.subject else { return nil }
    return graph[node].operation
  }

  /// `1 h 30 min`
  private func duration(_ seconds: Int64) -> String { SentenceValue.words(seconds) }
}

extension Comparison {
  /// The words between `needs` and the other side
  fileprivate var need: String {
    switch self {
    case .equal, .greaterOrEqual: ""
    case .notEqual: "anything but "
    case .less: "less than "
    case .lessOrEqual: "at most "
    case .greater: "more than "
    }
  }
}
