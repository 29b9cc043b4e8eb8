internal import OppModel

/// A node of the graph, or one that the engine adds, ready to be instantiated
///
/// A node outside all scopes has one instance; one in a scope has one a row.
struct Template {
  /// The computation, with operand *i* at place *i* of ``Program/operands(of:)``
  let instruction: Instruction
  let type: ValueType

  /// The places of its operands among those of the program, so that no template has a list of its own
  fileprivate let operands: Range<Int32>

  /// The scopes whose rows it depends on, outermost first
  let scopes: [ScopeID]

  /// Whether it is kept up to date; other templates are evaluated when a text needs them
  var isMaintained = false

  /// Whether a change of its value must be noticed at its very second
  var isAnchor = false

  /// Whether its horizon leaves out the rows of an aggregate, which announce their changes themselves
  var countsRows = false
}

extension Template {
  /// A template of the same type that is always unknown
  fileprivate var unknown: Template {
    Template(instruction: .unknown, type: type, operands: 0..<0, scopes: [])
  }
}

/// The graph as templates, with the conditions that the engine adds for `for each` and for events
///
/// It is made once. ``follow(_:)`` may come after; from there on it does not change.
struct Program {
  let graph: ConditionGraph

  /// One a node of the graph, with its index, and after those the ones that the rules add
  private(set) var templates: [Template] = []

  /// The operands of all templates, one template after the other
  private var operands: [TemplateID] = []

  /// One a rule of the graph
  private(set) var rules: [RuleProgram] = []

  /// The time of day that events are compared with; nil if there is none of that
  private var clockOfEvents: TemplateID?

  /// The rules whose templates are kept up to date; nil for all
  private let followed: Set<Int>?

  /// - Parameter rules: those whose templates are kept up to date; nil for all.
  init(graph: ConditionGraph, following rules: Set<Int>? = nil) {
    self.graph = graph
    followed = rules
    var depths: [Int] = []
    for node in graph.nodes {
      var template = makeTemplate(node)
      var depth = 0
      for operand in operands(of: template) where depths.has(operand) {
        depth = max(depth, depths[operand] + 1)
      }
      depths.append(depth)
      if depth > Self.depthLimit { template = template.unknown }
      templates.append(template)
    }
    for rule in graph.rules { self.rules.append(compile(rule)) }
    for (index, rule) in self.rules.enumerated() where follows(rule: index) {
      for anchor in rule.anchors { watch(anchor) }
      for lazy in rule.lazies { keepMemory(below: lazy) }
    }
    watchQuiet()
    markWhatRemembers()
    markWhatCounts()
  }

  /// Keeps the condition of `set quiet` up to date, where firings wait for it
  private mutating func watchQuiet() {
    for (index, rule) in graph.rules.enumerated() where follows(rule: index) {
      guard let quiet = graph.quietCondition(of: rule) else { continue }
      return watch(TemplateID(quiet))
    }
  }

  /// Whether a rule has Opps
  func follows(rule: Int) -> Bool { followed?.contains(rule) ?? true }

  /// The greatest depth of expressions; anything deeper is unknown
  ///
  /// Looking ahead follows operands by recursion. The checker's own limit is lower.
  static let depthLimit = 2000

  /// Adds a template that no node of the graph has
  ///
  /// - Returns: its index. It depends on the rows that its operands depend on.
  mutating func add(
    _ instruction: Instruction, type: ValueType, _ operands: [TemplateID]
  ) -> TemplateID {
    var scopes: [ScopeID] = []
    for operand in operands {
      for scope in templates[operand].scopes where !scopes.contains(scope) {
        scopes.append(scope)
      }
    }
    return append(instruction, type: type, operands, scopes)
  }

  /// Adds a template
  ///
  /// - Returns: its index.
  private mutating func append(
    _ instruction: Instruction, type: ValueType, _ operands: [TemplateID] = [],
    _ scopes: [ScopeID] = []
  ) -> TemplateID {
    templates.append(
      Template(instruction: instruction, type: type, operands: keep(operands), scopes: scopes))
    return TemplateID(templates.count - 1)
  }

  /// Adds operands to those of all templates
  private mutating func keep(_ new: [TemplateID]) -> Range<Int32> {
    let start = Int32(operands.count)
    operands.append(contentsOf: new)
    return start..<Int32(operands.count)
  }

  /// The operands of a template, each before it
  func operands(of template: Template) -> ArraySlice<TemplateID> {
    operands(in: template.operands)
  }

  /// The operands of a template by its index, without a copy of the template
  func operands(of template: TemplateID) -> ArraySlice<TemplateID> {
    operands(in: templates[template].operands)
  }

  private func operands(in range: Range<Int32>) -> ArraySlice<TemplateID> {
    operands[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  /// The first operand of a template; nil if it has none
  func operand(of template: TemplateID) -> TemplateID? {
    operands(of: template).first
  }

  /// By template: whether anything may evaluate it: it is kept up to date, is of rows, or is below a text or a record
  ///
  /// The graph has more: `a and b` of `when a and b near x`, which is one junction of three.
  func evaluable() -> [Bool] {
    var result = templates.map { $0.isMaintained || !$0.scopes.isEmpty }
    for (index, rule) in rules.enumerated() where follows(rule: index) {
      for lazy in rule.lazies { result[lazy] = true }
    }
    // Operands are before what has them.
    for index in templates.indices.reversed() where result[index] {
      for operand in operands(of: templates[index]) { result[operand] = true }
    }
    return result
  }

  /// Keeps nodes up to date to the second, beside the rules
  mutating func follow(_ nodes: [NodeID]) {
    for node in nodes { watch(TemplateID(node)) }
    markWhatRemembers()
  }

  /// Keeps a template up to date to the second
  private mutating func watch(_ template: TemplateID) {
    templates[template].isAnchor = true
    maintain(template)
  }

  /// Keeps a template and all below it up to date
  ///
  /// - Complexity: linear in those that were not kept up to date before.
  private mutating func maintain(_ root: TemplateID) {
    var pending = [root]
    while let next = pending.popLast() {
      guard !templates[next].isMaintained else { continue }
      templates[next].isMaintained = true
      pending.append(contentsOf: operands(of: next))
    }
  }

  /// Makes the templates live that remember, count rows or need readings below one that is not
  ///
  /// The text of `notify "{average(temp, last 1h)}"` is written at a firing only, but the window in it has to have seen
  /// the hour before.
  private mutating func keepMemory(below root: TemplateID) {
    var pending = [root]
    var seen: Set<TemplateID> = []
    while let next = pending.popLast() {
      guard seen.insert(next).inserted, !templates[next].isMaintained else { continue }
      if templates[next].instruction.traits.isMaintainedInTexts {
        maintain(next)
      } else {
        pending.append(contentsOf: operands(of: next))
      }
    }
  }

  /// Follows the operands of templates that remember, and the rows of those that count
  ///
  /// `(temp > 20C) for 10min` must see each second at which `temp > 20C` turns.
  private mutating func markWhatRemembers() {
    for template in templates
    where template.isMaintained && template.instruction.traits.followsOperands {
      for operand in operands(of: template) { templates[operand].isAnchor = true }
    }
  }

  /// One a template: the parts that the evaluator needs again and again
  ///
  /// - Requires: the program is complete.
  var code: [TemplateCode] {
    templates.map { template in
      TemplateCode(template, operands(of: template).map { templates[$0].instruction })
    }
  }

  /// Marks the dependents of the rows of an aggregate
  private mutating func markWhatCounts() {
    for index in templates.indices {
      if templates[index].instruction.traits.countsRows { templates[index].countsRows = true }
      for operand in operands(of: templates[index]) where templates[operand].countsRows {
        templates[index].countsRows = true
      }
    }
  }
}

// MARK: - Rules

/// A rule, in templates
///
/// `opp "x" for each t in tasks where t.cost > 2 on 12:00 when t.done` adds five templates behind the graph's own:
///
/// ```
///   presence      t is in tasks
///   membership    presence, and t.cost > 2
///   whole         membership and t.done
///   clock         time
///   reached       clock >= 12:00, of the event
/// ```
///
/// The anchors are the membership, `t.done`, the whole and `reached`; the text of the notification is lazy.
struct RuleProgram {
  /// Its condition together with `for each`; nil where neither is there
  var whole: TemplateID?

  /// `when` and `near` alone
  var condition: TemplateID?

  /// Whether the row is in its table
  var presence: TemplateID?

  /// Whether the row is in its list
  var membership: TemplateID?
  var events: [EventProgram] = []

  /// The templates that must be followed to the second
  var anchors: [TemplateID] = []

  /// The templates that are evaluated when the rule fires
  var lazies: [TemplateID] = []

  /// The nodes whose values it says and records
  var words: [NodeID] = []

  /// The text of its notification; nil for none
  var message: MessageText?
}

/// The text of a notification, as far as it is known before the rule fires
///
/// It is kept here because a node of the graph that is looked at is copied, with the owners of its operands counted.
enum MessageText {
  case constant(String)
  /// A text with pieces, of a node
  case pieces([TextPiece], of: TemplateID)
  /// A text that a node is, such as a field of a row
  case computed(TemplateID)
}

extension RuleProgram {
  /// The templates that it reads itself, each once
  var needed: Set<TemplateID> { Set(anchors + lazies) }
}

/// An event, in templates
enum EventProgram {
  /// The condition, a Bool
  case becomes(TemplateID)
  /// `reached` is `time >= e`
  case timeOfDay(reached: TemplateID)
  /// `on sunset - 30min` has the offset -1800, in seconds
  case sun(SunField, place: TemplateID, offset: Int64)
  /// `isNow` is `now == x`
  case instant(isNow: TemplateID)
  /// Seconds, at least one
  case every(Int64)
  case changes(TemplateID)
  case rowAdded
  case rowRemoved

  /// Whether it depends on one second only, so that its inputs need not be known before
  var isForgotten: Bool {
    switch self {
    case .sun, .instant, .every: true
    case .becomes, .timeOfDay, .changes, .rowAdded, .rowRemoved: false
    }
  }
}

extension Program {
  /// Adds the templates of a rule
  private mutating func compile(_ rule: Rule) -> RuleProgram {
    var result = RuleProgram()
    var parts: [TemplateID] = []
    if let query = rule.rows {
      let presence = append(.rowPresence, type: .bool, [], [query.scope])
      let membership =
        query.predicate.map { add(.membership, type: .bool, [presence, TemplateID($0)]) }
        ?? presence
      result.presence = presence
      result.membership = membership
      result.anchors.append(membership)
      parts = [membership]
    }
    if let condition = rule.condition {
      let template = TemplateID(condition)
      parts.append(template)
      result.condition = template
      result.anchors.append(template)
    }
    result.whole = parts.count > 1 ? add(.and, type: .bool, parts) : parts.first
    if let whole = result.whole { result.anchors.append(whole) }
    for event in rule.events { result.events.append(compile(event, &result.anchors)) }
    result.lazies = (rule.noticeNodes + rule.recordNodes).map { TemplateID($0) }
    result.words = graph.wordNodes(of: rule)
    result.message = rule.text.map { message($0) }
    return result
  }

  private func message(_ node: NodeID) -> MessageText {
    let template = TemplateID(node)
    if case .constant(.text(let text)) = graph[node].operation { return .constant(text) }
    if case .text(let pieces) = graph[node].operation,
      case .text = templates[template].instruction
    {
      return .pieces(pieces, of: template)
    }
    return .computed(template)
  }

  /// Adds the templates of an event, and notes which of them must be followed to the second
  private mutating func compile(_ event: Event, _ anchors: inout [TemplateID]) -> EventProgram {
    switch event {
    case .becomes(let node):
      let template = TemplateID(node)
      anchors.append(template)
      return .becomes(template)
    case .timeOfDay(let node):
      let clock = clockOfEvents ?? append(.clock(.time), type: .timeOfDay)
      clockOfEvents = clock
      let reached = add(.compare(.greaterOrEqual), type: .bool, [clock, TemplateID(node)])
      anchors.append(reached)
      return .timeOfDay(reached: reached)
    case .sun(let field, let place, let offset):
      let template = TemplateID(place)
      anchors.append(template)
      return .sun(field, place: template, offset: offset)
    case .instant(let node):
      let clock = append(.clock(.now), type: .instant)
      let isNow = add(.compare(.equal), type: .bool, [clock, TemplateID(node)])
      anchors.append(isNow)
      return .instant(isNow: isNow)
    case .every(let seconds): return .every(max(1, seconds))
    case .changes(let node):
      let template = TemplateID(node)
      anchors.append(template)
      return .changes(template)
    case .rowAdded: return .rowAdded
    case .rowRemoved: return .rowRemoved
    }
  }
}

// MARK: - Nodes

extension Program {
  /// A node as a template, which gets the index of the node
  private mutating func makeTemplate(_ node: Node) -> Template {
    var operands: [TemplateID] = []
    graph.forEachOperand(of: node.operation) { operands.append(TemplateID($0)) }
    // `x in [a, b]` has the operands x, a and b: an unknown `b` does not hide that x equals a.
    if case .element(let element, let list) = node.operation,
      case .list(let elements) = graph[list].operation
    {
      operands = ([element] + elements).map { TemplateID($0) }
    }
    if case .aggregateList(_, let list) = node.operation,
      case .list(let elements) = graph[list].operation
    {
      operands = elements.map { TemplateID($0) }
    }
    // A place with another name is where it is without, and moves there without being made anew each second.
    if case .placePosition(var place) = node.operation {
      while case .placeNamed(let inner, _, _) = graph[place].operation { place = inner }
      operands = [TemplateID(place)]
    }
    return Template(
      instruction: Instruction(node, in: graph), type: node.type, operands: keep(operands),
      scopes: node.scopes)
  }
}
