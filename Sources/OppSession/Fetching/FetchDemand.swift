package import OppEngine
internal import OppModel

/// The reader that finds the subjects that an engine must fetch: the undecided conditions, as a planning problem
///
/// The engine is lent to it. A session calls ``openSubjects(in:due:withheld:)`` and
/// ``decisions(in:_:deciding:latency:)`` between the rounds of a second, makes some of the fetches, brings in their
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
/// The order of a call: the subjects that are missing or due (`findSubjects`), all instances that depend on them (``Affected``),
/// then the goals (`findRoots`), with a ``Residual`` of each instance on the way, once. It is kept from call to
/// call for its storage.
package struct FetchDemand: Sendable {
  /// The needs as far as they have been found
  var needs = Needs()

  /// The instances that depend on something missing or due, and the Opps above them
  var affected = Affected()

  /// The residuals that have been found
  var residuals = FoundResiduals()

  /// Nodes that are about to be joined
  var operands: [Int] = []

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

  /// The earliest second at which a fetch that is needless now may become necessary
  var horizon = Seconds.never

  /// The other readings that needs depend on
  var noted: [NotedReading] = []

  /// The rules that have a memory below them; found when first needed
  var rulesByMemory: RulesByMemory?

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
    engine.beginSearch()
    begin(in: engine)
    findSubjects(due, withheld, engine)
    return needs.subjects
  }

  /// The second half: the decisions that depend on those subjects
  ///
  /// - Parameters:
  ///   - options: the fetches of the subjects, in their order.
  ///   - latency: the number of seconds until a response is expected, zero if it comes at once.
  /// - Requires: nothing has been brought in since the subjects were found.
  mutating func decisions(
    in engine: inout Engine, _ options: FetchOptions, deciding: Set<OppInstance>,
    latency: (FetchKey) -> Int64
  ) -> Needs {
    use(options, latency)
    if !needs.subjects.isEmpty {
      affected.spread(in: &engine)
      let count = affected.count
      residuals.reserve(count)
      needs.problem.reserve(nodes: count)
      needs.conditions.reserveCapacity(count / 2)
      findRoots(deciding, &engine)
    }
    if horizon < Seconds.never { needs.horizon = Instant(seconds: horizon) }
    let result = needs
    needs = Needs()
    engine.endSearch(affected, noted)
    return result
  }

  /// Forgets the call before, and makes room for the instances and Opps that the engine has got since
  private mutating func begin(in engine: borrowing Engine) {
    needs = Needs()
    affected.reset(for: engine)
    residuals.reset(below: engine.instanceCount)
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
}
