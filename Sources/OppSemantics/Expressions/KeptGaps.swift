internal import OppModel
internal import OppSyntax

/// Makes rows of gaps that are known by their beginnings, for `for each`
///
/// An Opp of a place would be another gap's after the next meeting. The rows of a table by `begins` stay, and one is in the
/// list while a gap begins there:
///
/// ```
/// for each g in gaps(…) where length > 1h
///     rows where place < count(list) and mod(place, 2) == 0 and …     place: (placeInList list begins)
///     ends      (elementAt list (add place 1))
///     length    (subtract ends begins)
/// ```
///
/// In the list the ends of gaps lie between their beginnings, at the odd places.
struct KeptGaps: CheckerPart {
  let checker: Checker

  /// The same rows by their beginnings; the rows themselves if they are no gaps
  func rows(_ found: CheckedRows, _ list: ExpressionSyntax) -> CheckedRows {
    guard let places = builder.list(of: found.table),
      case .gaps(let query) = builder.operation(of: places)
    else { return found }
    let table = builder.keptGaps(of: query) {
      nameTable.add(TableSymbol(fields: ["begins": 0, "ends": 1, "length": 2], isBroken: false))
      return builder.add(Table.gaps(named: name(of: list)))
    }
    reports.typeNames = TypeNames(builder.graph)
    guard let kept = builder.keptList(of: table) else { return found }
    let all = rowChecker.allRows(of: table)
    let begins = builder.node(.rowField(all.scope, field: 0), .instant)
    let place = builder.node(.apply(.placeInList, [kept, begins]), .number)
    let two = builder.constant(.scalar(2), .number)
    let rest = builder.node(.arithmetic(.modulo, place, two), .number)
    let isBeginning = builder.node(
      .compare(.equal, rest, builder.constant(.scalar(0), .number)), .bool)
    let half = builder.node(.arithmetic(.divide, place, two), .number)
    let old = builder.node(.rowField(found.scope, field: 0), .number)
    var exchange = Exchange(builder, [old: half, places: kept])
    let predicate = found.predicate.map { exchange.node($0) }
    return all.with(
      predicate: builder.conjunction([predicate, isBeginning].compactMap { $0 }))
  }

  /// A field of a gap that begins at a node
  func field(_ field: Int, of list: NodeID, beginning begins: NodeID) -> NodeID {
    let place = builder.node(.apply(.placeInList, [list, begins]), .number)
    let one = builder.constant(.scalar(1), .number)
    let next = builder.node(.arithmetic(.add, place, one), .number)
    let ends = builder.node(.apply(.elementAt, [list, next]), .instant)
    return field == 1 ? ends : builder.node(.arithmetic(.subtract, ends, begins), .duration)
  }

  /// The name of the table: the text of the gaps, by which its rows are kept over a restart
  private func name(of list: ExpressionSyntax) -> String {
    var list = list
    while true {
      if case .filter(let filter) = list {
        list = filter.list
      } else if case .parenthesized(let inner) = list {
        list = inner.inner
      } else {
        break
      }
    }
    let words = (text(at: list.range) ?? "").split { $0.isWhitespace }.joined(separator: " ")
    let name = words.hasPrefix("gaps(") ? words : "gaps of " + words
    var number = 1
    var found = name
    while builder.table(named: found) != nil {
      number += 1
      found = name + " \(number)"
    }
    return found
  }
}

/// Makes an expression of another with some nodes exchanged for others
private struct Exchange {
  private let builder: GraphBuilder
  private var known: [NodeID: NodeID]

  init(_ builder: GraphBuilder, _ exchanged: [NodeID: NodeID]) {
    self.builder = builder
    known = exchanged
  }

  mutating func node(_ old: NodeID) -> NodeID {
    if let found = known[old] { return found }
    let operation = builder.operation(of: old)
    let new = operation.mapOperands { node($0) }
    let result = new == operation ? old : builder.node(new, builder.type(of: old))
    known[old] = result
    return result
  }
}
