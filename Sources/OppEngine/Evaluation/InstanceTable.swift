internal import OppModel

/// Every instance: a template, the rows it is of, its operands and its reading, in flat arrays
///
/// The first instances are the templates themselves, whether or not they are in a scope; those of rows
/// follow as rows come.
struct InstanceTable: Sendable {
  /// More instances than any rule set needs that runs in the memory of a computer
  static let limit = 8_000_000

  private(set) var template: [Int32] = []
  private(set) var environment: [Int32] = []
  private var operandStart: [Int32] = []
  private var operandCount: [Int32] = []
  private var operandPool: [Int32] = []
  var readings: [Reading] = []

  /// An index into the states of its instruction; -1 for none
  var slot: [Int32] = []

  /// The second of the timer that was last set for an instance
  var alarm: [Int64] = []

  /// Whether an instance is read by one Opp at its events, and by nothing else
  private(set) var isReadAtEvents: [Bool] = []

  private var followers: [Followers] = []
  private var dependents: [Dependent] = []
  private var thresholdIndices: [ThresholdIndex] = []
  private var observers: [(observer: Observer, next: Int32)] = []
  private var identities: [Identity: Int32] = [:]
  private var environments: [Environment] = []
  private var environmentIdentities: [Environment: Int32] = [:]

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
    fileprivate let next: Int32
  }

  /// A follower that is not an instance itself
  enum Observer {
    case opp(Int32)
    /// An Opp that waits for events, of whose condition only the truth at their seconds counts
    case oppAtEvents(Int32)
    case watch(Int)
  }

  var count: Int { template.count }

  mutating func appendPlain(_ index: Int32) {
    append(template: index, environment: Environment.none)
  }

  /// The instance of a template for an environment, if there is one
  func instance(of template: Int32, in environment: Int32) -> Int32? {
    identities[Identity(template: template, environment: environment)]
  }

  mutating func make(_ template: Int32, in environment: Int32) -> Int32 {
    let index = Int32(truncatingIfNeeded: count)
    append(template: template, environment: environment)
    identities[Identity(template: template, environment: environment)] = index
    return index
  }

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

  mutating func setOperands(_ operands: [Int32], of instance: Int32) {
    operandStart[Int(instance)] = Int32(truncatingIfNeeded: operandPool.count)
    operandCount[Int(instance)] = Int32(truncatingIfNeeded: operands.count)
    operandPool.append(contentsOf: operands)
  }

  func operandCount(of instance: Int32) -> Int { Int(operandCount[Int(instance)]) }

  func operand(_ index: Int, of instance: Int32) -> Int32 {
    operandPool[Int(operandStart[Int(instance)]) + index]
  }

  mutating func addDependent(_ dependent: Int32, row: Int32 = -1, of operand: Int32) {
    isReadAtEvents[Int(operand)] = false
    dependents.append(
      Dependent(instance: dependent, row: row, next: followers[Int(operand)].firstDependent))
    followers[Int(operand)].firstDependent = Int32(truncatingIfNeeded: dependents.count - 1)
  }

  func firstDependent(of instance: Int32) -> Int32 { followers[Int(instance)].firstDependent }

  func dependent(_ index: Int32) -> (dependent: Dependent, next: Int32) {
    let dependent = dependents[Int(index)]
    return (dependent, dependent.next)
  }

  // MARK: Comparisons with constants

  /// Makes a comparison depend on whether `operand` meets or passes a constant
  mutating func addThreshold(_ threshold: Double, of comparison: Int32, on operand: Int32) {
    let index = Int(operand)
    if followers[index].thresholds < 0 {
      followers[index].thresholds = Int32(truncatingIfNeeded: thresholdIndices.count)
      thresholdIndices.append(ThresholdIndex())
    }
    thresholdIndices[Int(followers[index].thresholds)].insert(comparison, at: threshold)
  }

  func hasThresholds(_ instance: Int32) -> Bool { followers[Int(instance)].thresholds >= 0 }

  /// The places of the comparisons that a change of an instance can change, for ``compared(_:to:)``
  ///
  /// - Requires: it has thresholds.
  func thresholds(
    of instance: Int32, reachedFrom before: Reading, to reading: Reading
  ) -> Range<Int> {
    let slot = Int(followers[Int(instance)].thresholds)
    guard before.until == reading.until, let old = before.bounds, let new = reading.bounds else {
      return thresholdIndices[slot].instances.indices
    }
    return thresholdIndices[slot].places(
      from: min(old.least, new.least), through: max(old.most, new.most))
  }

  func compared(_ place: Int, to instance: Int32) -> Int32 {
    thresholdIndices[Int(followers[Int(instance)].thresholds)].instances[place]
  }

  /// All comparisons of an instance with constants
  func comparisons(of instance: Int32) -> [Int32] {
    let slot = followers[Int(instance)].thresholds
    return slot < 0 ? [] : thresholdIndices[Int(slot)].instances
  }

  // MARK: Observers

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

  func firstObserver(of instance: Int32) -> Int32 { followers[Int(instance)].firstObserver }

  /// An observer, and the next of the same instance in a chain
  func observer(_ index: Int32) -> (observer: Observer, next: Int32) { observers[Int(index)] }

  // MARK: Environments

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
  static let none: Int32 = -1

  let outer: Int32
  let scope: Int32
  let row: Int32
}
