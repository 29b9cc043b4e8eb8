internal import OppAnalysis
package import OppModel
package import OppSemantics
package import OppSyntax

/// Everything that rules read: the text, the types, the graph and the settings of a rule set
///
/// Declarations with errors are not in it, so that a mistake is reported once. The syntax is walked once for all rules;
/// a rule takes the nodes of the kinds that it looks at from ``nodes(_:)``.
///
/// ```
/// rule              reads
/// AndOrMixed        nodes(.disjunction): the syntax
/// NeverTrue         graphNode(expression), proofs: the syntax, the graph, and the proofs about it
/// Flapping          observed: the facts of a recording
/// DuplicateOpp      summaries: the meaning of all Opps
/// ```
///
/// A class, since it finds much only when the first rule wants it, and keeps it for all others. It is made once for a
/// version of a rule set, and used by one run.
package final class LintSubject {
  /// The checked rule set, whose last file is the prelude
  package let analysis: Analysis

  /// The rules that are switched on, and their numbers
  package let settings: LintSettings

  /// The facts of a recording or a store; `nil` if none is given
  package let observed: ObservedData?

  /// The graph of the conditions
  package let graph: ConditionGraph

  /// The declarations that rules check, in the order of the files and of the text: ``allDeclarations``, but for
  /// the Opps whose findings a memory knows
  package let declarations: [DeclarationSyntax]

  /// The declarations without errors, in the order of the files and of the text
  package let allDeclarations: [DeclarationSyntax]

  /// The Opps among ``declarations``, in the order of the graph
  package let opps: [LintedOpp]

  /// The Opps without errors, in the order of the graph
  package let allOpps: [LintedOpp]

  /// The outcome of earlier runs; nil if each run is the first
  let memory: LintMemory?

  /// The entries of the memory for ``allOpps``, nil for one that rules check; none without a memory
  let known: [LintMemory.Entry?]

  /// All besides the Opps; nil without a memory
  let context: LintContext?

  /// All nodes below ``declarations``, parents before their children
  package var allNodes: [LintedNode] { walk.nodes }

  /// The walk over ``declarations``, when the first rule looks at nodes: those of `opp check` look at none
  private lazy var walk = walkDeclarations()

  /// The places of errors, at which nothing is reported
  private let errors: [SourceRange]

  /// The nodes of the graph by their places, but for those in the text of Opps: these are looked for among the places
  /// of the Opp, as there are many of them and few are wanted
  private lazy var nodesOutsideOpps: [SourceRange: NodeID] = analysis.sourceMap.nodesByPlace(
    besides: analysis.rulePlaces)

  /// The meaning of each node of the graph; if a memory knows most Opps, of those below the others alone
  package private(set) lazy var fingerprints: [Fingerprint] =
    4 * opps.count > allOpps.count
    ? graph.fingerprints()
    : graph.fingerprints(
      below: opps.flatMap { $0.conditionNodes + $0.noticeNodes + $0.recordNodes + $0.rowNodes })

  /// The comments that accept findings, in the order of the files and of the text
  package private(set) lazy var suppressions = analysis.trees.dropLast().flatMap {
    SuppressionReader($0).suppressions
  }
  /// The `not` of a node, for nodes that have one
  private(set) lazy var negations: [NodeID: NodeID] = graph.nodes.enumerated().reduce(into: [:]) {
    if case .not(let operand) = $1.element.operation {
      $0[operand] = NodeID(index: Int32(truncatingIfNeeded: $1.offset))
    }
  }

  /// The proofs about the conditions
  package private(set) lazy var proofs = LintProofs(graph, opps: opps, zone: settings.zone)

  /// The walks over the graph that are not in use
  private var walks: [GraphWalk] = []
  /// The meaning of the condition of each rule, by its index in the graph
  private lazy var conditionFingerprints = graph.conditionFingerprints(fingerprints)

  /// The summaries of ``allOpps``
  private(set) lazy var summaries = summarize()

  /// The uses in each Opp of ``opps``, then those in all other declarations
  private(set) lazy var ownUses = findUses()

  /// All comparisons, in the order of the text
  package private(set) lazy var comparisons: [LintedComparison] = findComparisons()

  /// The constants of all comparisons, in the order of the text
  package private(set) lazy var comparedValues: [ComparedValue] = findComparedValues()

  /// The names of the sources and tables that the rule set declares itself
  private(set) lazy var declaredNames: Set<String> = findDeclaredNames()

  /// The connections of sources, tables and services by the names of their targets
  private(set) lazy var connections = findConnections()

  /// - Parameter memory: the outcome of linting an earlier version of the rule set; without data only.
  package init(
    _ analysis: Analysis, settings: LintSettings = LintSettings(), observed: ObservedData? = nil,
    memory: LintMemory? = nil
  ) {
    self.analysis = analysis
    self.settings = settings
    self.observed = observed
    // Facts belong to one version of the rules, so a run with data remembers nothing.
    let memory = observed == nil ? memory : nil
    self.memory = memory
    graph = analysis.graph
    errors = analysis.diagnostics.filter { $0.severity == .error }.map { $0.range }
    // 1. The declarations without errors.
    var all: [DeclarationSyntax] = []
    for tree in analysis.trees.dropLast() { all += tree.file.declarations }
    let sound = SoundDeclarations(besides: errors)
    let allDeclarations = all.filter { !$0.node.isBroken && sound.contains($0.range) }
    self.allDeclarations = allDeclarations
    let allOpps = Self.opps(of: analysis, among: allDeclarations)
    self.allOpps = allOpps
    // 2. The Opps that a memory knows, and those that rules check.
    let context = memory.map { _ in
      LintContext(analysis, declarations: all, settings: settings)
    }
    self.context = context
    let known = context.flatMap { memory?.recall(allOpps, of: analysis, in: $0) } ?? []
    self.known = known
    let knownRanges = Set(zip(allOpps, known).compactMap { $1 == nil ? nil : $0.places.range })
    guard !knownRanges.isEmpty else {
      (opps, declarations) = (allOpps, allDeclarations)
      return
    }
    opps = allOpps.filter { !knownRanges.contains($0.places.range) }
    declarations = allDeclarations.filter { !knownRanges.contains($0.range) }
  }

  /// The nodes of the declarations that rules check; Opps and declarations are in the order of the text
  private func walkDeclarations() -> SyntaxWalk {
    var walk = SyntaxWalk()
    var next = 0
    for declaration in declarations {
      let isOpp = next < opps.count && opps[next].places.range == declaration.range
      walk.enter(declaration, opp: isOpp ? next : nil)
      if isOpp { next += 1 }
    }
    return walk
  }

  /// The nodes of a kind, in the order of the text
  package func nodes(_ kind: SyntaxKind) -> [LintedNode] {
    walk.indices[kind]?.map { walk.nodes[$0] } ?? []
  }

  /// The nodes of some kinds, kind by kind
  package func nodes(_ kinds: [SyntaxKind]) -> [LintedNode] {
    kinds.flatMap { nodes($0) }
  }

  /// The node around a node; nil around a declaration
  package func parent(of node: LintedNode) -> LintedNode? {
    node.parent.map { walk.nodes[$0] }
  }

  /// The nearest node of a kind around a node
  package func ancestor(of node: LintedNode, _ kind: SyntaxKind) -> LintedNode? {
    var next = parent(of: node)
    while let current = next, current.kind != kind { next = parent(of: current) }
    return next
  }

  /// `true` if a node is in `LIST where c`, `LIST each x` or `LIST by x`
  package func isInRows(_ node: LintedNode) -> Bool {
    ancestor(of: node, .filter) != nil || ancestor(of: node, .mapping) != nil
      || ancestor(of: node, .ordering) != nil
  }

  /// The clause of an Opp that a node is in
  package func clause(of node: LintedNode) -> LintedNode? {
    var next: LintedNode? = node
    while let current = next, !current.kind.isClause { next = parent(of: current) }
    return next
  }

  /// Keeps the findings that follow from one declaration, for the next version of the rule set
  func remember(_ findings: [LintFinding]) {
    guard let memory, let context else { return }
    memory.keep(findings, of: self, in: context)
  }

  /// A walk over the graph that has seen nothing
  func takeWalk() -> GraphWalk {
    var walk = walks.popLast() ?? GraphWalk(nodeCount: graph.nodes.count)
    walk.begin()
    return walk
  }

  /// Makes a walk that has ended ready for the next
  func giveBack(_ walk: GraphWalk) { walks.append(walk) }

  // MARK: The way from the text to the graph

  /// The node of the graph that an expression became; nil for one that became none of its own
  package func graphNode(_ expression: ExpressionSyntax) -> NodeID? {
    graphNode(at: expression.range)
  }

  /// The node of the graph that a range of the text became
  package func graphNode(at range: SourceRange) -> NodeID? {
    let rules = analysis.rulePlaces
    let next = partitionPoint(of: rules.indices) {
      (rules[$0].range.file, rules[$0].range.start) > (range.file, range.start)
    }
    if next > 0, rules[next - 1].range.contains(range),
      let node = analysis.sourceMap.node(at: range, in: rules[next - 1].occurrences)
    {
      return node
    }
    return nodesOutsideOpps[range]
  }

  /// The operation of an expression
  package func operation(_ expression: ExpressionSyntax) -> Operation? {
    graphNode(expression).map { graph[$0].operation }
  }

  /// The type of an expression
  package func type(_ expression: ExpressionSyntax) -> ValueType? {
    graphNode(expression).map { graph[$0].type }
  }

  /// The value of an expression that is a constant
  package func constant(_ expression: ExpressionSyntax) -> Value? {
    guard case .constant(let value)? = operation(expression) else { return nil }
    return value
  }

  /// The number of an expression that is a constant scalar, in base units
  package func scalar(_ expression: ExpressionSyntax) -> Double? {
    guard case .scalar(let scalar)? = constant(expression) else { return nil }
    return scalar
  }

  // MARK: The way from the graph to the text

  /// The place of a node of the graph in an Opp
  package func range(of node: NodeID, in opp: LintedOpp) -> SourceRange? {
    analysis.sourceMap.range(of: node, in: opp.places.occurrences)
  }

  /// The text of a range as written
  package func text(_ range: SourceRange) -> String { analysis.text(range) }

  /// `true` if comments stand in a range, which an edit would lose
  package func hasComments(_ range: SourceRange) -> Bool {
    guard analysis.trees.indices.contains(Int(range.file)) else { return false }
    let tree = analysis.trees[Int(range.file)]
    return tree.hasComments(range)
  }

  // MARK: Findings

  /// `true` if findings at a place are reported: not in the prelude, not at an error
  func isLinted(_ range: SourceRange) -> Bool {
    range.file >= 0 && Int(range.file) < analysis.files.count - 1
      && !errors.contains { $0.file == range.file && $0.start < range.end && range.start < $0.end }
  }

  /// The path of the file of a place; empty if there is none
  package func path(of range: SourceRange) -> String {
    analysis.files.indices.contains(Int(range.file)) ? analysis.files[Int(range.file)].path : ""
  }

  /// The Opp that a place is in
  package func opp(around range: SourceRange) -> LintedOpp? {
    declaration(around: range).flatMap { oppIndex(at: $0.range) }.map { allOpps[$0] }
  }

  /// The meaning of an Opp's condition between its events
  package func conditionFingerprint(of opp: LintedOpp) -> Fingerprint {
    conditionFingerprints[opp.index]
  }

  /// The meaning of an Opp: its condition and its events
  package func meaning(of opp: LintedOpp) -> Fingerprint {
    if memory != nil, let index = oppIndex(at: opp.places.range) { return summaries[index].meaning }
    return computedMeaning(of: opp)
  }

  /// The Opp that became a rule of the graph; nil for one with errors
  func opp(ofRule index: Int) -> LintedOpp? {
    position(ofRule: index).map { allOpps[$0] }
  }

  /// The part of an Opp that rules about several Opps read
  func summary(of opp: LintedOpp) -> OppSummary {
    summaries[position(ofRule: opp.index) ?? 0]
  }

  /// The index in ``allOpps`` of the one whose declaration is at a place; they are in the order of the text
  private func oppIndex(at range: SourceRange) -> Int? {
    let place = partitionPoint(of: allOpps.indices) { allOpps[$0].places.range >= range }
    return allOpps.indices.contains(place) && allOpps[place].places.range == range ? place : nil
  }

  /// The index in ``allOpps`` of a rule of the graph; they are in the same order
  private func position(ofRule index: Int) -> Int? {
    let place = partitionPoint(of: allOpps.indices) { allOpps[$0].index >= index }
    return allOpps.indices.contains(place) && allOpps[place].index == index ? place : nil
  }

  /// The condition and the events, by the meanings of their nodes
  func computedMeaning(of opp: LintedOpp) -> Fingerprint {
    var hasher = FingerprintHasher()
    hasher.add(conditionFingerprints[opp.index])
    for event in opp.rule.events {
      hasher.add(graph.fingerprint(of: event, in: opp.rule, fingerprints))
    }
    return hasher.fingerprint
  }

  /// The declaration that a place is in
  ///
  /// - Complexity: O(log *n*) in the declarations.
  private func declaration(around range: SourceRange) -> DeclarationSyntax? {
    let next = partitionPoint(of: allDeclarations.indices) { range < allDeclarations[$0].range }
    // The last declaration that does not begin after the place, or the one that begins with it.
    for index in [next, next - 1] where allDeclarations.indices.contains(index) {
      if allDeclarations[index].range.contains(range) { return allDeclarations[index] }
    }
    return nil
  }

  /// The words of the declaration around a place, without layout and comments
  func wording(around range: SourceRange) -> Fingerprint {
    var hasher = FingerprintHasher()
    if let declaration = declaration(around: range) {
      var token = declaration.node.firstToken
      while let word = token, word.range.start < declaration.range.end {
        hasher.add(word.text)
        token = word.nextWord
      }
    }
    return hasher.fingerprint
  }

  /// The Opps of the graph that are among declarations without errors, each with its text
  private static func opps(
    of analysis: Analysis, among declarations: [DeclarationSyntax]
  ) -> [LintedOpp] {
    let rules = analysis.graph.rules
    var found: [LintedOpp] = []
    // Both are in the order of the text.
    var next = 0
    for index in rules.indices where analysis.isSound(rule: index) {
      let places = analysis.rulePlaces[index]
      while next < declarations.count, declarations[next].range < places.range { next += 1 }
      guard next < declarations.count, case .opp(let opp) = declarations[next],
        opp.range == places.range
      else { continue }
      found.append(
        LintedOpp(index: index, rules: rules, rulePlaces: analysis.rulePlaces, syntax: opp))
    }
    return found
  }
}
