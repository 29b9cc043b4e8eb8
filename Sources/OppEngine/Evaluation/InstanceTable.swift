internal import OppModel

/// Every instance: a template, the rows it is of, its operands and its reading, in flat arrays
///
/// The first instances are the templates themselves, whether or not they are in a scope; those of rows
/// follow as rows come.
///
/// Three templates, `t.cost` (0), `2` (1) and `t.cost > 2` (2), and two rows, 7 and 9, of a `for each t in tasks`:
///
/// ```
///   instance       0    1    2    3         4         5         6
///   template       0    1    2    2         0         2         0
///   environment    ─    ─    ─    0         0         1         1
///   operands            ─         4, 1      ─         6, 1      ─
///   environments                  row 7               row 9
/// ```
///
/// A change of instance 4 reaches 3 through its chain of dependents. A template in a scope, as 0 and 2 are, has an
/// instance of its own that nothing uses, so that an index of a template outside all scopes is one of an instance too.
///
/// - Invariant: an array *by instance* has one element for each; instances are never removed.
struct InstanceTable: Sendable {
  private let addressOnly = AddressOnly()

  /// More instances than any rule set needs that runs in the memory of a computer
  static let limit = 8_000_000

  /// By instance: its template
  private(set) var template: [TemplateID] = []

  /// By instance: the rows that it is of
  private(set) var environment: [EnvironmentID] = []

  /// By instance: the place in `operandPool` at which its operands begin
  private var operandStart: [Int32] = []

  /// By instance: the number of its operands
  private var operandCount: [Int32] = []

  /// The operands of all instances, one after the other, as instances
  private var operandPool: [InstanceID] = []

  /// By instance: its latest reading, which is right until its horizon
  var readings: [Reading] = []

  /// By instance: its state, among those of its instruction, or its row
  private var slots: [CompactOptional<StateSlot>] = []

  /// By instance: its last horizon that was not that of an operand, at which its timer or, of an anchor, its wake marks it
  var alarm: [Int64] = []

  /// By instance
  private var followers: [Followers] = []

  /// The links of all chains of dependents
  private var dependents: [Dependent] = []

  /// One an instance that is compared with constants
  private var thresholdIndices: [ThresholdIndex] = []

  /// The links of all chains of observers
  private var observers: [ObserverLink] = []

  /// Whether an aggregate has ever been made to depend on a row
  private(set) var hasRowDependents = false

  /// The instances of templates for rows
  private var identities: [Identity: InstanceID] = [:]

  /// Every environment that was needed, each once
  private var environments: [Environment] = []

  /// The index of each environment
  private var environmentIdentities: [Environment: EnvironmentID] = [:]

  /// A template and an index of an environment
  private struct Identity: Hashable {
    let template: TemplateID
    let environment: EnvironmentID
  }

  /// The followers of an instance, which are notified of its changes; side by side, as they are read together
  private struct Followers {
    /// The starts of chains
    var firstDependent = CompactOptional<DependentID>.none
    var firstObserver = CompactOptional<ObserverID>.none

    /// The comparisons of the instance with constants
    var thresholds = CompactOptional<ThresholdsID>.none

    /// The first of the windows that are all that depends on it; none if they are not, or it is not known
    var firstWindow = CompactOptional<StateSlot>.none
  }

  var count: Int { template.count }

  /// The bytes that the table takes, about
  var approximateSize: Int {
    let each =
      MemoryLayout<Reading>.stride + MemoryLayout<Int64>.stride + MemoryLayout<Followers>.stride
      + MemoryLayout<TemplateID>.stride * 5
    let identity = MemoryLayout<Identity>.stride + MemoryLayout<InstanceID>.stride
    return count * each + operandPool.count * MemoryLayout<InstanceID>.stride
      + dependents.count * MemoryLayout<Dependent>.stride + identities.count * identity * 2
      + observers.count * MemoryLayout<ObserverLink>.stride
  }

  /// Every instance, ascending
  var all: some RandomAccessCollection<InstanceID> { InstanceID.all(in: template) }

  /// Makes room for the instances of templates, and for a few of rows
  mutating func reserve(templates: Int) {
    let count = templates + templates / 8 + 16
    template.reserveCapacity(count)
    environment.reserveCapacity(count)
    operandStart.reserveCapacity(count)
    operandCount.reserveCapacity(count)
    readings.reserveCapacity(count)
    slots.reserveCapacity(count)
    alarm.reserveCapacity(count)
    followers.reserveCapacity(count)
  }

  /// Adds the instance that a template itself is
  ///
  /// - Requires: all templates are added so, in their order, before any instance of rows.
  mutating func appendPlain(_ index: TemplateID) {
    append(template: index, environment: EnvironmentID.empty)
  }

  /// The instance of a template for an environment, if there is one
  func instance(of template: TemplateID, in environment: EnvironmentID) -> InstanceID? {
    identities[Identity(template: template, environment: environment)]
  }

  /// Adds the instance of a template for an environment, which has none yet
  mutating func make(_ template: TemplateID, in environment: EnvironmentID) -> InstanceID {
    let index = InstanceID(count)
    append(template: template, environment: environment)
    identities[Identity(template: template, environment: environment)] = index
    return index
  }

  /// Adds an instance that is unknown and that nothing follows
  private mutating func append(template index: TemplateID, environment: EnvironmentID) {
    template.append(index)
    self.environment.append(environment)
    operandStart.append(0)
    operandCount.append(0)
    readings.append(.unknown)
    slots.append(.none)
    alarm.append(Seconds.never)
    followers.append(Followers())
  }

  // MARK: Operands and dependents

  /// Sets the operands of an instance, once; others that it had stay in the pool, unused
  mutating func setOperands(_ operands: [InstanceID], of instance: InstanceID) {
    operandStart[instance] = Int32(truncatingIfNeeded: operandPool.count)
    operandCount[instance] = Int32(truncatingIfNeeded: operands.count)
    operandPool.append(contentsOf: operands)
  }

  func operandCount(of instance: InstanceID) -> Int { Int(operandCount[instance]) }

  func operand(_ index: Int, of instance: InstanceID) -> InstanceID {
    operandPool[Int(operandStart[instance]) + index]
  }

  /// Has an instance evaluated again when an operand changes
  ///
  /// The latest comes first: after 2, and then 3 for row 5, was made to depend on 0, the chain of 0 is 3, 2.
  mutating func addDependent(
    _ dependent: InstanceID, row: RowIndex? = nil, of operand: InstanceID
  ) {
    followers[operand].firstWindow = .none
    if row != nil { hasRowDependents = true }
    let link = DependentID(dependents.count)
    dependents.append(
      Dependent(instance: dependent, row: row, next: followers[operand].firstDependent))
    followers[operand].firstDependent = CompactOptional(link)
  }

  /// No longer has the dependents and the comparisons of an operand evaluated again that fulfil a condition
  mutating func removeFollowers(of operand: InstanceID, where isRemoved: (InstanceID) -> Bool) {
    if let thresholds = followers[operand].thresholds.wrapped {
      thresholdIndices[thresholds].remove(where: isRemoved)
      if thresholdIndices[thresholds].instances.isEmpty { followers[operand].thresholds = .none }
    }
    let kept = dependents(of: operand).filter { $0.row != nil || !isRemoved($0.instance) }
    followers[operand].firstDependent = .none
    for dependent in kept.reversed() {
      addDependent(dependent.instance, row: dependent.row, of: operand)
    }
  }

  /// The first of the chain of dependents of an instance
  @inline(__always)
  func firstDependent(of instance: InstanceID) -> DependentID? {
    followers[instance].firstDependent.wrapped
  }

  @inline(__always)
  func dependent(_ link: DependentID) -> Dependent { dependents[link] }

  /// The dependents of an instance, the latest first
  func dependents(of instance: InstanceID) -> [Dependent] {
    var result: [Dependent] = []
    var next = firstDependent(of: instance)
    while let link = next {
      result.append(dependents[link])
      next = dependents[link].next
    }
    return result
  }

  /// The first of the windows that are all that depends on an instance; nil if they are not, or it is not known
  @inline(__always)
  func firstWindow(over operand: InstanceID) -> StateSlot? {
    followers[operand].firstWindow.wrapped
  }

  /// Notes that windows are all that depends on an instance, until anything else comes to
  mutating func setFirstWindow(_ slot: StateSlot, over operand: InstanceID) {
    followers[operand].firstWindow = CompactOptional(slot)
  }

  /// Whether any instance, Opp or trace follows an instance
  @inline(__always)
  func hasFollowers(_ instance: InstanceID) -> Bool {
    let own = followers[instance]
    return !own.firstDependent.isNone || !own.firstObserver.isNone || !own.thresholds.isNone
  }

  // MARK: Comparisons with constants

  /// Makes a comparison depend on whether `operand` meets or passes a constant
  ///
  /// - Parameter kind: how the operand is compared with the constant; nil for an end of a range.
  mutating func addThreshold(
    _ threshold: Double, of comparison: InstanceID, on operand: InstanceID,
    _ kind: Comparison? = nil
  ) {
    let thresholds = followers[operand].thresholds.wrapped ?? ThresholdsID(thresholdIndices.count)
    if thresholds.place == thresholdIndices.count {
      followers[operand].thresholds = CompactOptional(thresholds)
      thresholdIndices.append(ThresholdIndex())
    }
    thresholdIndices[thresholds].insert(comparison, at: threshold, kind)
  }

  func hasThresholds(_ instance: InstanceID) -> Bool { !followers[instance].thresholds.isNone }

  /// The places, for ``comparison(at:of:)``, of the comparisons that a change of an instance can change
  ///
  /// - Requires: it has thresholds.
  func thresholds(
    of instance: InstanceID, reachedFrom before: Reading, to reading: Reading
  ) -> Range<Int> {
    guard let thresholds = followers[instance].thresholds.wrapped else { return 0..<0 }
    // A comparison holds as long as its operand, so that a change of the horizon concerns all of them.
    guard before.until == reading.until, let old = before.bounds, let new = reading.bounds else {
      return thresholdIndices[thresholds].instances.indices
    }
    return thresholdIndices[thresholds].places(
      from: min(old.least, new.least), through: max(old.most, new.most))
  }

  /// A comparison of an instance with a constant
  ///
  /// The index is read in place: a copy of it counts the owners of three arrays.
  ///
  /// - Parameter place: one of ``thresholds(of:reachedFrom:to:)``.
  @inline(__always)
  func comparison(at place: Int, of instance: InstanceID) -> InstanceID {
    thresholdIndices[followers[instance].thresholds.present].instances[place]
  }

  /// Whether a comparison turns where the instance moves, and to which truth; nil if it has to be evaluated
  @inline(__always)
  func turn(
    at place: Int, of instance: InstanceID, from before: Double, to scalar: Double
  ) -> ThresholdIndex.Turn? {
    thresholdIndices[followers[instance].thresholds.present].turn(
      at: place, from: before, to: scalar)
  }

  /// The greatest constant that an instance is compared with; nil where anything else follows it
  @inline(__always)
  func greatestThreshold(ofOnlyCompared instance: InstanceID) -> Double? {
    let own = followers[instance]
    guard own.firstDependent.isNone, own.firstObserver.isNone,
      let thresholds = own.thresholds.wrapped
    else { return nil }
    return thresholdIndices[thresholds].greatest
  }

  /// All comparisons of an instance with constants
  func comparisons(of instance: InstanceID) -> [InstanceID] {
    guard let thresholds = followers[instance].thresholds.wrapped else { return [] }
    return thresholdIndices[thresholds].instances
  }

  // MARK: Observers

  /// Has an Opp or a trace notified of each change of value of an instance
  mutating func observe(_ instance: InstanceID, _ observer: Observer) {
    let link = ObserverID(observers.count)
    observers.append(ObserverLink(observer, next: followers[instance].firstObserver))
    followers[instance].firstObserver = CompactOptional(link)
  }

  /// Has an Opp that observes an instance notified of its rises only, or again of every change
  mutating func observeRises(of instance: InstanceID, by opp: OppID, _ isOnlyRises: Bool) {
    var next = firstObserver(of: instance)
    while let link = next {
      switch observers[link].observer {
      case .opp(opp), .oppAtRises(opp):
        observers[link].observer = isOnlyRises ? .oppAtRises(opp) : .opp(opp)
      case .opp, .oppAtRises, .oppAtEvents, .oppAtSun, .watch: break
      }
      next = observers[link].next
    }
  }

  /// The first of the chain of observers of an instance
  @inline(__always)
  func firstObserver(of instance: InstanceID) -> ObserverID? {
    followers[instance].firstObserver.wrapped
  }

  @inline(__always)
  func observer(_ link: ObserverID) -> ObserverLink { observers[link] }

  // MARK: Environments

  /// The index of an environment, made if there is none
  mutating func environment(
    _ outer: EnvironmentID, scope: ScopeID, row: RowIndex
  ) -> EnvironmentID {
    let environment = Environment(outer: outer, scope: scope, row: row)
    if let known = environmentIdentities[environment] { return known }
    let index = EnvironmentID(environments.count)
    environments.append(environment)
    environmentIdentities[environment] = index
    return index
  }

  /// The row of a scope in an environment; nil if it has none
  func row(of scope: ScopeID, in environment: EnvironmentID) -> RowIndex? {
    var current = environment
    while current != .empty {
      let link = environments[current]
      if link.scope == scope { return link.row }
      current = link.outer
    }
    return nil
  }

  /// The rows of some scopes that an instance is of, in the order of the scopes
  func rows(of instance: InstanceID, in scopes: [ScopeID]) -> [RowIndex] {
    scopes.compactMap { row(of: $0, in: environment[instance]) }
  }

  /// The part of an environment that some scopes need
  mutating func restrict(
    _ environment: EnvironmentID, to scopes: [ScopeID]
  ) -> EnvironmentID {
    var result = EnvironmentID.empty
    for scope in scopes {
      guard let row = row(of: scope, in: environment) else { continue }
      result = self.environment(result, scope: scope, row: row)
    }
    return result
  }

  // MARK: States

  /// The state of an instance, among those of its instruction; nil if it has none
  @inline(__always)
  func slot(of instance: InstanceID) -> StateSlot? { slots[instance].wrapped }

  mutating func setSlot(_ slot: StateSlot, of instance: InstanceID) {
    slots[instance] = CompactOptional(slot)
  }

  /// The row that an instance is of, if that is its state (``InstanceState/row``); nil for any other
  @inline(__always)
  func row(of instance: InstanceID) -> RowIndex? {
    slots[instance].wrapped.map { RowIndex(index: $0.index) }
  }

  mutating func setRow(_ row: RowIndex, of instance: InstanceID) {
    slots[instance] = CompactOptional(StateSlot(index: row.index))
  }
}

/// The row of a scope, inside another environment
struct Environment: Hashable {
  let outer: EnvironmentID
  let scope: ScopeID
  let row: RowIndex
}

/// The index of the comparisons with constants of one instance
private struct ThresholdsID: TypedIndex {
  let index: Int32
  @_transparent
  init(index: Int32) { self.index = index }
}
