package import OppModel
package import OppSemantics
package import OppSyntax

/// Everything that rules read: the text, the types, the graph and the settings of a rule set
///
/// Declarations with errors are not in it, so that a mistake is reported once. The syntax is walked once for all rules;
/// a rule takes the nodes of the kinds that it looks at from ``nodes(_:)``.
package final class LintSubject {
  package let analysis: Analysis
  package let settings: LintSettings

  /// The facts of a recording or a store; nil where none is given
  package let observed: ObservedData?
  package let graph: ConditionGraph

  /// The declarations without errors, in the order of the files and of the text
  package let declarations: [DeclarationSyntax]

  /// The Opps without errors, in the order of the graph
  package let opps: [LintedOpp]

  /// All nodes below ``declarations``, parents before their children
  package let allNodes: [LintedNode]

  /// The indices in ``allNodes`` by kind
  private let indices: [SyntaxKind: [Int]]
  private let errors: [SourceRange]

  /// The indices in ``opps`` by the places of their declarations
  private let oppIndices: [SourceRange: Int]

  /// The nodes of the graph by their places
  private lazy var graphNodes: [SourceRange: NodeID] = analysis.sourceMap.nodesByPlace()

  /// The meaning of each node of the graph
  package private(set) lazy var fingerprints: [Fingerprint] = graph.fingerprints()
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
  private lazy var conditionFingerprints = graph.conditionFingerprints(fingerprints)

  /// All comparisons, in the order of the text
  package private(set) lazy var comparisons: [LintedComparison] = findComparisons()

  /// The constants of all comparisons, in the order of the text
  package private(set) lazy var comparedValues: [ComparedValue] = findComparedValues()

  /// The names of the sources and tables that the rule set declares itself
  private(set) lazy var declaredNames: Set<String> = findDeclaredNames()

  package init(
    _ analysis: Analysis, settings: LintSettings = LintSettings(), observed: ObservedData? = nil
  ) {
    self.analysis = analysis
    self.settings = settings
    self.observed = observed
    graph = analysis.graph
    errors = analysis.diagnostics.filter { $0.severity == .error }.map { $0.range }
    let trees = analysis.trees.dropLast()
    var all: [DeclarationSyntax] = []
    for tree in trees { all += tree.file.declarations }
    let sound = SoundDeclarations(besides: errors)
    declarations = all.filter { !$0.node.isBroken && sound.contains($0.range) }
    opps = Self.opps(of: analysis, among: declarations)
    var oppIndices: [SourceRange: Int] = [:]
    for (index, opp) in opps.enumerated() { oppIndices[opp.syntax.range] = index }
    var walk = SyntaxWalk()
    for declaration in declarations {
      walk.enter(declaration, opp: oppIndices[declaration.range])
    }
    self.oppIndices = oppIndices
    allNodes = walk.nodes
    indices = walk.indices
  }

  /// The nodes of a kind, in the order of the text
  package func nodes(_ kind: SyntaxKind) -> [LintedNode] {
    indices[kind]?.map { allNodes[$0] } ?? []
  }

  /// The nodes of some kinds, kind by kind
  package func nodes(_ kinds: [SyntaxKind]) -> [LintedNode] {
    kinds.flatMap { nodes($0) }
  }

  /// The node around a node; nil around a declaration
  package func parent(of node: LintedNode) -> LintedNode? {
    node.parent.map { allNodes[$0] }
  }

  /// The nearest node of a kind around a node
  package func ancestor(of node: LintedNode, _ kind: SyntaxKind) -> LintedNode? {
    var next = parent(of: node)
    while let current = next, current.kind != kind { next = parent(of: current) }
    return next
  }

  /// The clause of an Opp that a node is in
  package func clause(of node: LintedNode) -> LintedNode? {
    var next: LintedNode? = node
    while let current = next, !current.kind.isClause { next = parent(of: current) }
    return next
  }

  // MARK: The way from the text to the graph

  /// The node of the graph that an expression became; nil for one that became none of its own
  package func graphNode(_ expression: ExpressionSyntax) -> NodeID? {
    graphNodes[expression.range]
  }

  /// The node of the graph that a range of the text became
  package func graphNode(at range: SourceRange) -> NodeID? {
    graphNodes[range]
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

  package func path(of range: SourceRange) -> String {
    analysis.files.indices.contains(Int(range.file)) ? analysis.files[Int(range.file)].path : ""
  }

  /// The Opp that a place is in
  package func opp(around range: SourceRange) -> LintedOpp? {
    declaration(around: range).flatMap { oppIndices[$0.range] }.map { opps[$0] }
  }

  /// The meaning of what an Opp waits for between its events
  package func conditionFingerprint(of opp: LintedOpp) -> Fingerprint {
    conditionFingerprints[opp.index]
  }

  /// The meaning of an Opp: its condition and its events
  package func meaning(of opp: LintedOpp) -> Fingerprint {
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
    let next = partitionPoint(of: declarations.indices) { range < declarations[$0].range }
    // The last declaration that does not begin after the place, or the one that begins with it.
    for index in [next, next - 1] where declarations.indices.contains(index) {
      if declarations[index].range.contains(range) { return declarations[index] }
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

  private static func opps(
    of analysis: Analysis, among declarations: [DeclarationSyntax]
  ) -> [LintedOpp] {
    var syntax: [SourceRange: OppDeclarationSyntax] = [:]
    for case .opp(let opp) in declarations { syntax[opp.range] = opp }
    let rules = analysis.graph.rules
    var found: [LintedOpp] = []
    for (index, rule) in rules.enumerated() where analysis.isSound(rule: index) {
      let places = analysis.rulePlaces[index]
      guard let opp = syntax[places.range] else { continue }
      found.append(LintedOpp(index: index, rule: rule, syntax: opp, places: places))
    }
    return found
  }
}
