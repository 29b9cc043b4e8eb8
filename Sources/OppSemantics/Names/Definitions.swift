internal import OppModel
internal import OppSyntax

/// The lets, the places and the defaults of sources, each checked once, when it is first needed
///
/// ```
/// let a = b + 1     unchecked, checking, checked; `b` was checked before, in the order of need
/// let b = 2
/// let c = c         checking, when it is needed: a cycle
/// ```
///
/// A result is kept for all who need it later. If it was found within a trial, undoing that forgets it with its
/// nodes.
final class Definitions {
  /// The greatest depth to which lets may need each other
  static let depthLimit = 100

  /// The greatest number of calls that lets with parameters may replace, in one rule set
  static let expansionLimit = 100_000

  /// The lets, those of the prelude first, then in the order of the text
  private(set) var lets: [LetSymbol]
  /// The places, likewise
  private(set) var places: [PlaceSymbol]

  /// The nodes of the defaults of each source's parameters, by the source's index; nil before they are needed
  private var defaults: [[NodeID?]?]

  /// The definitions of the prelude, with the results of their checks
  struct State: Sendable {
    var lets: [LetSymbol] = []
    var places: [PlaceSymbol] = []
    fileprivate var defaults: [[NodeID?]?] = []
  }

  /// The state from which another check may begin, while nothing is tried and only the prelude is declared
  var state: State { State(lets: lets, places: places, defaults: defaults) }

  init(_ state: State) {
    lets = state.lets
    places = state.places
    defaults = state.defaults
  }

  /// The node of each field of a source at the defaults of its parameters, by the source's index; nil before it is needed
  private var fields: [[NodeID?]] = []

  /// The results that were found once and kept, in the order in which they were found
  private var found: [Definition] = []

  /// The lets that are being checked, each needed by the one before
  private(set) var openLets: [Int] = []

  /// The part of the state that a trial puts back
  private(set) var progress = Progress()

  struct Progress {
    /// The lets that need themselves
    fileprivate(set) var cyclicLets: Set<Int> = []

    /// The calls of lets that were replaced
    fileprivate(set) var expansions = 0
  }

  /// Something whose result is kept
  enum Definition {
    case `let`(Int)
    case place(Int)
    case defaults(SourceID)
    case field(SourceID, Int)
  }

  // MARK: Declaring

  /// Adds a let, and returns its index
  func add(_ symbol: LetSymbol) -> Int {
    lets.append(symbol)
    return lets.count - 1
  }

  /// Adds a place, and returns its index
  func add(_ symbol: PlaceSymbol) -> Int {
    places.append(symbol)
    return places.count - 1
  }

  // MARK: Results

  /// Marks a let as being checked: who needs it from here on is in a cycle with it
  func begin(letAt index: Int) { lets[index].state = .checking }
  /// Marks a place as being checked
  func begin(placeAt index: Int) { places[index].state = .checking }

  /// Keeps the result of a let, until ``forget(after:)``
  func keep(_ result: Checked, ofLet index: Int) {
    settle(letAt: index, as: result)
    found.append(.let(index))
  }

  /// Keeps the result of a let for good: the type of one with parameters does not depend on who needs it
  func settle(letAt index: Int, as result: Checked) { lets[index].state = .checked(result) }

  /// Keeps the result of a place, until ``forget(after:)``
  func keep(_ result: Checked, ofPlace index: Int) {
    places[index].state = .checked(result)
    found.append(.place(index))
  }

  /// The nodes of the defaults of a source's parameters, if they are known
  func defaults(of source: SourceID) -> [NodeID?]? {
    let index = Int(source.index)
    return defaults.indices.contains(index) ? defaults[index] : nil
  }

  /// Marks the defaults of a source as being checked, so that one that needs its own source ends
  func begin(defaultsOf source: SourceID) { set([], of: source) }

  /// Keeps the defaults of a source, until ``forget(after:)``
  func keep(_ nodes: [NodeID?], ofDefaultsOf source: SourceID) {
    set(nodes, of: source)
    found.append(.defaults(source))
  }

  /// Sets the defaults of a source, whose index may be beyond those known so far
  private func set(_ nodes: [NodeID?]?, of source: SourceID) {
    while defaults.count <= Int(source.index) { defaults.append(nil) }
    defaults[Int(source.index)] = nodes
  }

  /// The node of a field of a source at the defaults of its parameters, if it is known
  func node(ofField field: Int, of source: SourceID) -> NodeID? {
    let index = Int(source.index)
    guard index < fields.count, field < fields[index].count else { return nil }
    return fields[index][field]
  }

  /// Keeps the node of a field, until ``forget(after:)`` or ``forgetFields()``
  func keep(_ node: NodeID, ofField field: Int, of source: SourceID) {
    let index = Int(source.index)
    while fields.count <= index { fields.append([]) }
    while fields[index].count <= field { fields[index].append(nil) }
    fields[index][field] = node
    found.append(.field(source, field))
  }

  /// Forgets the nodes of all fields: a source that is declared later may take over a role, such as that of the position
  func forgetFields() { fields = [] }

  // MARK: Trying

  /// The number of results that are kept
  var count: Int { found.count }

  /// Forgets the results that were kept after the first `count`
  func forget(after count: Int) {
    while found.count > count, let last = found.popLast() {
      switch last {
      case .let(let index): lets[index].state = .unchecked
      case .place(let index): places[index].state = .unchecked
      case .defaults(let source): set(nil, of: source)
      case .field(let source, let field):
        let index = Int(source.index)
        if index < fields.count, field < fields[index].count { fields[index][field] = nil }
      }
    }
  }

  /// Restores the counts and notes from before a trial
  func restore(_ progress: Progress) { self.progress = progress }

  // MARK: Depth

  /// `true` if lets need each other as deep as they may
  var isAtDepthLimit: Bool { openLets.count >= Self.depthLimit }

  /// Checks the body of a let, which is open meanwhile
  func inside<Result>(letAt index: Int, _ body: () -> Result) -> Result {
    openLets.append(index)
    defer { openLets.removeLast() }
    return body()
  }

  /// Notes a cycle through a let that is open
  ///
  /// - Returns: the lets of the cycle; `nil` if it is known.
  func cycle(through index: Int) -> ArraySlice<Int>? {
    let start = openLets.firstIndex(of: index) ?? 0
    let cycle = openLets[start...]
    if isCyclic(index) { return nil }
    progress.cyclicLets.formUnion(cycle)
    return cycle
  }

  /// `true` if a let is known to need itself
  func isCyclic(_ index: Int) -> Bool { progress.cyclicLets.contains(index) }

  /// Counts a call that the body of its let replaces, and returns how many there are
  func countExpansion() -> Int {
    progress.expansions += 1
    return progress.expansions
  }
}

/// A `let`, and the state of its check
struct LetSymbol {
  /// The declaration
  let syntax: LetDeclarationSyntax
  let name: String
  /// The parameters; nil for a let without parentheses
  let parameters: [Parameter]?
  /// `true` if the prelude declares it
  let isOfPrelude: Bool
  /// The state of its check
  var state = State.unchecked

  /// The state of a check that is made once
  enum State {
    /// No expression has needed it
    case unchecked
    /// It is being checked, so a need of it is a cycle
    case checking
    /// Its result, for all expressions that need it
    case checked(Checked)
  }
}

/// A `place`, and the state of its check
struct PlaceSymbol {
  let syntax: PlaceDeclarationSyntax
  let name: String
  var state = LetSymbol.State.unchecked
}
