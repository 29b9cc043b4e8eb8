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
///   environment   -1   -1   -1    0         0         1         1
///   operands            ─         4, 1      ─         6, 1      ─
///   environments                  row 7               row 9
/// ```
///
/// A change of instance 4 reaches 3 through its chain of dependents. A template in a scope, as 0 and 2 are, has an
/// instance of its own that nothing uses, so that an index of a template outside all scopes is one of an instance too.
///
/// - Invariant: what is kept *by instance* has one element for each; instances are never removed.
struct InstanceTable: Sendable {
  /// More instances than any rule set needs that runs in the memory of a computer
  static let limit = 8_000_000

  /// By instance: the index into the templates of the program
  private(set) var template: [Int32] = []

  /// By instance: the index into `environments`; ``Environment/none`` for none
  private(set) var environment: [Int32] = []

  /// By instance: the place in `operandPool` at which its operands begin
  private var operandStart: [Int32] = []

  /// By instance: the number of its operands
  private var operandCount: [Int32] = []

  /// The operands of all instances, one after the other, as instances
  private var operandPool: [Int32] = []

  /// By instance: its latest reading, which is right until its horizon
  var readings: [Reading] = []

  /// An index into the states of its instruction; -1 for none
  var slot: [Int32] = []

  /// The second of the timer that was last set for an instance
  var alarm: [Int64] = []

  /// Whether an instance is read by one Opp at its events, and by nothing else
  private(set) var isReadAtEvents: [Bool] = []

  /// By instance
  private var followers: [Followers] = []

  /// The links of all chains of dependents
  private var dependents: [Dependent] = []

  /// One an instance that is compared with constants
  private var thresholdIndices: [ThresholdIndex] = []

  /// The links of all chains of observers; -1 after the last
  private var observers: [(observer: Observer, next: Int32)] = []

  /// The instances of templates for rows
  private var identities: [Identity: Int32] = [:]

  /// Every environment that was needed, each once
  private var environments: [Environment] = []

  /// The index of each environment
  private var environmentIdentities: [Environment: Int32] = [:]

  /// A template and an index of an environment
  private struct Identity: Hashable {
    let template: Int32
    let environment: Int32
  }

  /// The followers of an instance, which are notified of its changes; side by side, as they are read together
  private struct Followers {
    /// The starts of chains; -1 for none
    var firstDependent: Int32 = -1
    var firstObserver: Int32 = -1

    /// An index into `thresholdIndices`; -1 where nothing compares the instance with constants
    var thresholds: Int32 = -1
  }

  /// An instance to evaluate again, and the next of them in a chain
  struct Dependent {
    let instance: Int32
    /// The row of an aggregate that changes; -1 for an ordinary operand
    let row: Int32

    /// The index of the next link; -1 for none
    fileprivate let next: Int32
  }

  /// A follower that is not an instance itself
  enum Observer {
    /// An index into ``Engine/opps``
    case opp(Int32)
    /// An Opp that waits for events, of whose condition only the truth at their seconds counts
    case oppAtEvents(Int32)
    /// An Opp that only its condition makes fire, and that the junctions note where this comes true
    case oppAtRises(Int32)
    /// An index into ``Engine/watched``
    case watch(Int)
  }

  var count: Int { template.count }

  /// Makes room for the instances of templates, and for a few of rows
  mutating func reserve(templates: Int) {
    let count = templates + templates / 8 + 16
    template.reserveCapacity(count)
    environment.reserveCapacity(count)
    operandStart.reserveCapacity(count)
    operandCount.reserveCapacity(count)
    readings.reserveCapacity(count)
    slot.reserveCapacity(count)
    alarm.reserveCapacity(count)
    isReadAtEvents.reserveCapacity(count)
    followers.reserveCapacity(count)
  }

  /// Adds the instance that a template itself is
  ///
  /// - Requires: all templates are added so, in their order, before any instance of rows.
  mutating func appendPlain(_ index: Int32) {
    append(template: index, environment: Environment.none)
  }

  /// The instance of a template for an environment, if there is one
  func instance(of template: Int32, in environment: Int32) -> Int32? {
    identities[Identity(template: template, environment: environment)]
  }

  /// Adds the instance of a template for an environment, which has none yet
  mutating func make(_ template: Int32, in environment: Int32) -> Int32 {
    let index = Int32(truncatingIfNeeded: count)
    append(template: template, environment: environment)
    identities[Identity(template: template, environment: environment)] = index
    return index
  }

  /// Adds an instance that is unknown and that nothing follows
  private mutating func append(template index: Int32, environment: Int32) {
    template.append(index)
    self.environment.append(environment)
    operandStart.append(0)
    operandCount.append(0)
    readings.append(.unknown)
    slot.append(-1)
    alarm.append(Seconds.never)
    isReadAtEvents.append(false)
    followers.append(Followers())
  }

  // MARK: Operands and dependents

  /// Sets the operands of an instance, once; others that it had stay in the pool, unused
  mutating func setOperands(_ operands: [Int32], of instance: Int32) {
    operandStart[Int(instance)] = Int32(truncatingIfNeeded: operandPool.count)
    operandCount[Int(instance)] = Int32(truncatingIfNeeded: operands.count)
    operandPool.append(contentsOf: operands)
  }

  func operandCount(of instance: Int32) -> Int { Int(operandCount[Int(instance)]) }

  func operand(_ index: Int, of instance: Int32) -> Int32 {
    operandPool[Int(operandStart[Int(instance)]) + index]
  }

  /// Has an instance evaluated again when an operand changes
  ///
  /// The latest comes first: after 2, and then 3 for row 5, was made to depend on 0, the chain of 0 is 3, 2.
  mutating func addDependent(_ dependent: Int32, row: Int32 = -1, of operand: Int32) {
    isReadAtEvents[Int(operand)] = false
    dependents.append(
      Dependent(instance: dependent, row: row, next: followers[Int(operand)].firstDependent))
    followers[Int(operand)].firstDependent = Int32(truncatingIfNeeded: dependents.count - 1)
  }

  /// No longer has the dependents and the comparisons of an operand evaluated again that fulfil a condition
  mutating func removeFollowers(of operand: Int32, where isRemoved: (Int32) -> Bool) {
    let thresholds = followers[Int(operand)].thresholds
    if thresholds >= 0 {
      thresholdIndices[Int(thresholds)].remove(where: isRemoved)
      if thresholdIndices[Int(thresholds)].instances.isEmpty {
        followers[Int(operand)].thresholds = -1
      }
    }
    var kept: [Dependent] = []
    var next = followers[Int(operand)].firstDependent
    while next >= 0 {
      let dependent = dependents[Int(next)]
      if dependent.row >= 0 || !isRemoved(dependent.instance) { kept.append(dependent) }
      next = dependent.next
    }
    followers[Int(operand)].firstDependent = -1
    for dependent in kept.reversed() {
      addDependent(dependent.instance, row: dependent.row, of: operand)
    }
  }

  /// The index for ``dependent(_:)`` of the first of a chain; -1 for none
  func firstDependent(of instance: Int32) -> Int32 { followers[Int(instance)].firstDependent }

  /// A dependent, and the index of the next one; -1 for none
  func dependent(_ index: Int32) -> (dependent: Dependent, next: Int32) {
    let dependent = dependents[Int(index)]
    return (dependent, dependent.next)
  }

  /// Whether any instance, Opp or trace follows an instance
  @inline(__always)
  func hasFollowers(_ instance: Int32) -> Bool {
    let own = followers[Int(instance)]
    return own.firstDependent >= 0 || own.firstObserver >= 0 || own.thresholds >= 0
  }

  // MARK: Comparisons with constants

  /// Makes a comparison depend on whether `operand` meets or passes a constant
  ///
  /// - Parameter kind: how the operand is compared with the constant; nil for an end of a range.
  mutating func addThreshold(
    _ threshold: Double, of comparison: Int32, on operand: Int32, _ kind: Comparison? = nil
  ) {
    let index = Int(operand)
    if followers[index].thresholds < 0 {
      followers[index].thresholds = Int32(truncatingIfNeeded: thresholdIndices.count)
      thresholdIndices.append(ThresholdIndex())
    }
    thresholdIndices[Int(followers[index].thresholds)].insert(
      comparison, at: threshold, kind)
  }

  func hasThresholds(_ instance: Int32) -> Bool { followers[Int(instance)].thresholds >= 0 }

  /// The places, for ``comparison(at:of:)``, of the comparisons that a change of an instance can change
  ///
  /// - Requires: it has thresholds.
  func thresholds(
    of instance: Int32, reachedFrom before: Reading, to reading: Reading
  ) -> Range<Int> {
    let slot = Int(followers[Int(instance)].thresholds)
    // A comparison holds as long as its operand, so that a change of the horizon concerns all of them.
    guard before.until == reading.until, let old = before.bounds, let new = reading.bounds else {
      return thresholdIndices[slot].instances.indices
    }
    return thresholdIndices[slot].places(
      from: min(old.least, new.least), through: max(old.most, new.most))
  }

  /// A comparison of an instance with a constant
  ///
  /// The index is read in place: a copy of it counts the owners of three arrays.
  ///
  /// - Parameter place: one of ``thresholds(of:reachedFrom:to:)``.
  @inline(__always)
  func comparison(at place: Int, of instance: Int32) -> Int32 {
    thresholdIndices[Int(followers[Int(instance)].thresholds)].instances[place]
  }

  /// Whether a comparison turns where the instance moves, and to what; nil where it has to be evaluated
  @inline(__always)
  func turn(
    at place: Int, of instance: Int32, from before: Double, to scalar: Double
  ) -> ThresholdIndex.Turn? {
    thresholdIndices[Int(followers[Int(instance)].thresholds)].turn(
      at: place, from: before, to: scalar)
  }

  /// All comparisons of an instance with constants
  func comparisons(of instance: Int32) -> [Int32] {
    let slot = followers[Int(instance)].thresholds
    return slot < 0 ? [] : thresholdIndices[Int(slot)].instances
  }

  // MARK: Observers

  /// Has an Opp or a trace notified of each change of value of an instance
  mutating func observe(_ instance: Int32, _ observer: Observer) {
    isReadAtEvents[Int(instance)] = false
    observers.append((observer, followers[Int(instance)].firstObserver))
    followers[Int(instance)].firstObserver = Int32(truncatingIfNeeded: observers.count - 1)
  }

  /// Notes that an instance is read at the events of the Opp that observes it, where nothing else does
  mutating func readAtEvents(_ instance: Int32) {
    let own = followers[Int(instance)]
    guard own.firstDependent < 0, own.thresholds < 0, own.firstObserver >= 0 else { return }
    isReadAtEvents[Int(instance)] = observers[Int(own.firstObserver)].next < 0
  }

  /// Has an Opp that observes an instance notified of its rises only, or again of every change
  mutating func observeRises(of instance: Int32, by opp: Int32, _ isOnlyRises: Bool) {
    var next = followers[Int(instance)].firstObserver
    while next >= 0 {
      switch observers[Int(next)].observer {
      case .opp(opp), .oppAtRises(opp):
        observers[Int(next)].observer = isOnlyRises ? .oppAtRises(opp) : .opp(opp)
      case .opp, .oppAtRises, .oppAtEvents, .watch: break
      }
      next = observers[Int(next)].next
    }
  }

  func firstObserver(of instance: Int32) -> Int32 { followers[Int(instance)].firstObserver }

  /// An observer, and the next of the same instance in a chain
  func observer(_ index: Int32) -> (observer: Observer, next: Int32) { observers[Int(index)] }

  // MARK: Environments

  /// The index of an environment, made where there is none
  mutating func environment(_ outer: Int32, scope: ScopeID, row: Int32) -> Int32 {
    let environment = Environment(outer: outer, scope: scope.index, row: row)
    if let known = environmentIdentities[environment] { return known }
    let index = Int32(truncatingIfNeeded: environments.count)
    environments.append(environment)
    environmentIdentities[environment] = index
    return index
  }

  /// The row of a scope in an environment; -1 where it has none
  func row(of scope: ScopeID, in environment: Int32) -> Int32 {
    var current = environment
    while current >= 0 {
      let link = environments[Int(current)]
      if link.scope == scope.index { return link.row }
      current = link.outer
    }
    return -1
  }

  /// The part of an environment that some scopes need; ``Environment/none`` for none
  mutating func restrict(_ environment: Int32, to scopes: [ScopeID]) -> Int32 {
    var result = Environment.none
    for scope in scopes {
      let row = row(of: scope, in: environment)
      if row >= 0 { result = self.environment(result, scope: scope, row: row) }
    }
    return result
  }
}

/// The row of a scope, inside another environment
struct Environment: Hashable {
  /// The index in place of an environment without rows
  static let none: Int32 = -1

  /// An index into the environments; -1 for none
  let outer: Int32
  let scope: Int32

  /// An index into ``Engine/rows``
  let row: Int32
}
