internal import OppModel

/// Firings that rules read: those of all Opps, and those of "alpha"
extension RandomNodes {
  static let firings = TableID(index: 3)
  static let alphaFirings = TableID(index: 4)
  static let firingsScope = ScopeID(index: 4)
  static let alphaFiringsScope = ScopeID(index: 5)

  /// The tables of firings, with the fields of the prelude
  static func firingTables(_ answer: EnumerationID) -> [Table] {
    let fields = [
      Field(name: "opp", type: .text), Field(name: "row", type: .text),
      Field(name: "at", type: .instant), Field(name: "text", type: .text),
      Field(name: "answer", type: .enumeration(answer)), Field(name: "answered", type: .instant),
      Field(name: "ended", type: .instant),
    ]
    return [
      Table(name: "firings", fields: fields, key: [0, 1, 2], firings: .all),
      Table(name: "firings(\"alpha\")", fields: fields, key: [0, 1, 2], firings: .of("alpha")),
    ]
  }

  /// A condition on what has fired, and what was answered
  ///
  /// The ends of firings are known at their seconds, so that no condition reads its own.
  mutating func firingCondition() -> NodeID {
    if isEndRead, random.oneIn(2) { return endCondition() }
    let isAlpha = random.oneIn(2)
    let scope = isAlpha ? Self.alphaFiringsScope : Self.firingsScope
    let predicate: NodeID
    switch random.number(in: 0...3) {
    case 0, 1: predicate = answerCondition(scope)
    case 2:
      let field: FiringField = random.pick([.at, .answered])
      let since = node(
        .arithmetic(
          .subtract, now(), constant(Double(random.pick([0, 1, 60, 420, 1500])), .duration)),
        .instant)
      predicate = node(
        .compare(
          random.pick([.less, .greaterOrEqual]),
          node(.rowField(scope, field: field.rawValue), .instant), since), .bool)
    default:
      let row = node(.rowField(scope, field: FiringField.row.rawValue), .text)
      let text = node(.constant(.text(random.pick(["", "a", "b"]))), .text)
      let isOfRow = node(.compare(.equal, row, text), .bool)
      predicate = node(.and([answerCondition(scope), isOfRow]), .bool)
    }
    let query = RowQuery(
      scope: scope, table: isAlpha ? Self.alphaFirings : Self.firings, predicate: predicate,
      value: nil)
    guard random.oneIn(3) else {
      return node(.aggregate(random.pick([.any, .none]), query), .bool)
    }
    return node(
      .compare(
        random.pick(Comparison.allCases), node(.aggregate(.count, query), .number),
        constant(Double(random.number(in: 0...4)), .number)), .bool)
  }

  /// A condition on when firings of "alpha" ended
  private mutating func endCondition() -> NodeID {
    let scope = Self.alphaFiringsScope
    let ended = node(.rowField(scope, field: FiringField.ended.rawValue), .instant)
    let predicate: NodeID
    switch random.number(in: 0...2) {
    case 0: predicate = node(.known(ended), .bool)
    case 1:
      let span = constant(Double(random.pick([0, 60, 420])), .duration)
      let since = node(.arithmetic(.subtract, now(), span), .instant)
      predicate = node(.compare(.greaterOrEqual, ended, since), .bool)
    default:
      let at = node(.rowField(scope, field: FiringField.at.rawValue), .instant)
      let length = node(.arithmetic(.subtract, ended, at), .duration)
      let span = constant(Double(random.pick([60, 600, 1800])), .duration)
      predicate = node(.compare(.less, length, span), .bool)
    }
    let query = RowQuery(
      scope: scope, table: Self.alphaFirings, predicate: predicate, value: nil)
    return node(.aggregate(random.pick([.any, .none]), query), .bool)
  }

  private mutating func answerCondition(_ scope: ScopeID) -> NodeID {
    let type = ValueType.enumeration(Self.answer)
    return node(
      .compare(
        random.pick([.equal, .notEqual]),
        node(.rowField(scope, field: FiringField.answer.rawValue), type),
        constant(Double(random.number(in: 0...3)), type)), .bool)
  }

  static let answer = EnumerationID(index: 1)
}
