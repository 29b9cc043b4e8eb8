internal import OppModel
internal import OppPlanning

/// The reader that finds the subjects that an engine must fetch: the undecided conditions, as a planning problem
///
/// The engine is lent to it. A session calls ``openSubjects(in:due:withheld:)`` and
/// ``decisions(in:_:deciding:mayCutShort:latency:)`` between the rounds of a second, makes some of the fetches, brings in their
/// responses, and calls them again until nothing is needed.
///
/// ```
/// opp "x" when c and d            c of the source s, d of t; nothing has been fetched      x: s and t
///                                 s responded with c true                                  x: t
///                                 s responded with c false                                 nothing
/// opp "x" when c for 10min and d  t responded with d false    the memory of c: s, for d may become true later
/// opp "x" on c when d             the event must be followed at each second                x: s
///                                 … and an event is near (`deciding`)                      x: s, and t
/// ```
///
/// The order of a call: the subjects that are missing or due (`findSubjects`), all instances that depend on them (`spread`),
/// then the goals (`findRoots`), with a ``Residual`` of each instance on the way, once. It is kept from call to
/// call for its storage.
package struct FetchDemand: Sendable {
  /// The needs as far as they have been found
  var needs = Needs()

  /// The instances below which something is missing or due
  private(set) var affected = BitSet<InstanceID>()

  /// The residuals that have been found
  var residuals = FoundResiduals()

  /// Nodes that are about to be joined
  var operands: [Int] = []

  /// The Opps that depend on an affected instance
  private(set) var opps = BitSet<OppID>()

  /// Affected instances that remember their operands
  private(set) var memories: [InstanceID] = []

  /// By the index of the engine's subject: its open parts, or `nil`
  var sources: [SubjectMark?] = []

  /// By the index of the table
  var tables: [SubjectMark?] = []

  /// Leaves that need an address or places
  var places: [InstanceID: SubjectMark] = [:]

  /// The mark of an address or of places, for several leaves may need one
  var placeMarks: [FetchKey: SubjectMark] = [:]

  /// By subject: the fetch of the problem that brings it
  private(set) var fetchOfSubject: [Int] = []

  /// By fetch: the number of seconds until its response is expected; the least of them
  private(set) var latencies: [Int64] = []
  private(set) var leastLatency: Int64 = 0

  /// Whether the reading of anything may change once it is fetched: it is due, or was fetched in vain
  var isAnythingProvisional = false

  /// The number of seconds in advance at which a table is fetched whose rows bring events
  var lead: Int64 = 0

  /// Whether goals may be left out once those that were found need every fetch
  private(set) var mayCutShort = false

  /// The earliest second at which a fetch that is needless now may become necessary
  var horizon = Seconds.never

  /// The other readings that needs depend on
  var noted: [NotedReading] = []

  /// The rules that have a memory below them, by its template; found when first needed
  var rulesOfMemories: [TemplateID: [RuleID]]?

  /// A request of a source, a table or a place that is missing or due
  struct SubjectMark {
    /// The index among ``Needs/subjects``
    let subject: Int

    /// Whether its reading still counts, and is only to be fetched again
    let isDue: Bool
  }

  package init() {}

  /// Finds the undecided conditions that must be decided, with a fetch of its own for each subject
  ///
  /// - Parameters:
  ///   - due: subjects to fetch again although they still count; arguments as the engine has them.
  ///   - withheld: subjects that cannot be fetched now: conditions that depend on them keep their present truth.
  ///   - deciding: Opps with events whose conditions must be decided, as an event of theirs is near.
  ///   - lead: the number of seconds in advance at which a table is fetched whose rows bring events.
  package mutating func needs(
    in engine: inout Engine, due: Set<FetchKey> = [], withheld: Set<FetchKey> = [],
    deciding: Set<OppInstance> = [], lead: Int64 = 0
  ) -> Needs {
    var options = FetchOptions()
    for subject in openSubjects(in: &engine, due: due, withheld: withheld) {
      options.add(.possible(Fetch(subject: subject), cost: 1, failure: 0))
    }
    self.lead = lead
    return decisions(in: &engine, options, deciding: deciding) { _ in 0 }
  }

  /// The first half: the subjects that are missing or due
  ///
  /// It costs next to nothing, so that subjects that turn out not to be fetchable can be withheld before needs are found.
  mutating func openSubjects(
    in engine: inout Engine, due: Set<FetchKey>, withheld: Set<FetchKey>
  ) -> [FetchKey] {
    engine.evaluator.areNeedsOutdated = true
    begin(engine.evaluator.instances.count, opps: engine.monitor.opps.count)
    findSubjects(due, withheld, engine.evaluator)
    return needs.subjects
  }

  /// The second half: the decisions that depend on those subjects
  ///
  /// - Parameters:
  ///   - options: the fetches of the subjects, in their order.
  ///   - mayCutShort: whether goals may be left out once the goals found so far need every fetch for all possible responses.
  ///   - latency: the number of seconds until a response is expected, zero if it comes at once.
  /// - Requires: nothing has been brought in since the subjects were found.
  mutating func decisions(
    in engine: inout Engine, _ options: FetchOptions, deciding: Set<OppInstance>,
    mayCutShort: Bool = false, latency: (FetchKey) -> Int64
  ) -> Needs {
    self.mayCutShort = mayCutShort && !isAnythingProvisional
    use(options, latency)
    if !needs.subjects.isEmpty {
      spread(&engine.evaluator)
      let count = affected.count
      residuals.reserve(count)
      needs.problem.reserve(nodes: count)
      needs.conditions.reserveCapacity(count / 2)
      findRoots(deciding, &engine)
    }
    if horizon < Seconds.never { needs.horizon = Instant(seconds: horizon) }
    let result = needs
    needs = Needs()
    engine.evaluator.needsWork = ChangeWatch(
      instances: affected, instanceCount: residuals.instanceCount, opps: opps,
      oppCount: engine.monitor.opps.count,
      noted: noted)
    engine.evaluator.areNeedsOutdated = false
    return result
  }

  /// Forgets the call before, and makes room for the instances and Opps that the engine has got since
  private mutating func begin(_ instances: Int, opps count: Int) {
    needs = Needs()
    affected.reset(below: instances)
    opps.reset(below: count)
    residuals.reset(below: instances)
    memories.removeAll(keepingCapacity: true)
    queue.reset(below: instances)
    noted.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    placeMarks.removeAll(keepingCapacity: true)
    isAnythingProvisional = false
    horizon = Seconds.never
  }

  /// Takes the fetches of the subjects into the problem
  private mutating func use(_ options: FetchOptions, _ latency: (FetchKey) -> Int64) {
    needs.problem = options.problem
    fetchOfSubject = options.fetchOfSubject
    latencies = Array(repeating: 0, count: needs.problem.fetches.count)
    var least = Int64.max
    for (subject, fetch) in zip(needs.subjects, fetchOfSubject) {
      latencies[fetch] = latency(subject)
      least = min(least, latencies[fetch])
    }
    leastLatency = needs.subjects.isEmpty ? 0 : least
  }

  // MARK: From leaves to Opps

  /// Affected instances whose followers are still to be marked
  private var queue = BitSet<InstanceID>()

  /// Marks an instance as affected; its followers are marked by ``spread(_:)``
  @inline(__always)
  mutating func affect(_ instance: InstanceID) {
    if affected.insert(instance) { queue.insert(instance) }
  }

  /// Marks every instance that depends on a subject that is missing or due
  ///
  /// The followers of an instance mostly have a greater index, so that this is one walk in ascending order; it goes back to
  /// the least index if the follower of an instance of a row has a lesser one.
  mutating func spread(_ evaluator: inout Evaluator) {
    var next = queue.first
    while let instance = next, !evaluator.isOver() {
      queue.remove(instance)
      evaluator.work.preparations += 1
      let least = pass(on: instance, evaluator)
      next = queue.first(from: min(least, instance))
    }
  }

  /// Marks the followers of an instance
  ///
  /// - Returns: the least instance marked.
  @inline(__always)
  private mutating func pass(on instance: InstanceID, _ evaluator: borrowing Evaluator)
    -> InstanceID
  {
    var next = evaluator.instances.firstObserver(of: instance)
    while let link = next {
      let own = evaluator.instances.observer(link)
      next = own.next
      switch own.observer {
      case .opp(let opp), .oppAtEvents(let opp), .oppAtRises(let opp), .oppAtSun(let opp):
        opps.insert(opp)
      case .watch: break
      }
    }
    var least = InstanceID(index: .max)
    var following = evaluator.instances.firstDependent(of: instance)
    while let link = following {
      let dependent = evaluator.instances.dependent(link)
      following = dependent.next
      least = min(least, dependent.instance)
      affect(dependent.instance)
    }
    if evaluator.instances.hasThresholds(instance) {
      for comparison in evaluator.instances.comparisons(of: instance) {
        least = min(least, comparison)
        affect(comparison)
      }
    }
    let template = evaluator.instances.template[instance]
    if evaluator.code[template].traits.contains(.samples) { memories.append(instance) }
    return least
  }
}
