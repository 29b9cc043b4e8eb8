package import OppModel

/// The evaluator of a rule set: a pure state machine over time
///
/// Every node of the graph, and every row that a node depends on, is an *instance* with a reading: its
/// value, the rate at which that drifts, and its horizon. Arrivals change leaves; all that
/// depends on them is evaluated again in the order of the graph, and no further than where a reading
/// stays as it was. Changes by time alone wait in heaps, by the earliest second at which they may come.
///
/// The result depends on the arrivals and their times, never on how often the engine is stepped: a step to a
/// later second first runs through every second before it that matters.
///
/// `opp "x" when free >= 30min and temp > 20C` at 12:00, with an event at 14:10 and 21 °C read at 11:50:
///
/// ```
///   instance          reading              holds until
///   14  free          7800 s, -1 a second  14:10
///   15  30min         1800 s               for ever
///   16  14 >= 15      true                 13:40:01, when free is 1799 s
///   17  temp          21 °C                for ever: its age is watched by its subject, until 12:50:01
///   18  20C           20 °C                for ever
///   19  17 > 18       true                 for ever
///   20  16 and 19     true                 13:40:01
/// ```
///
/// The next wake is 12:50:01, when the temperature is stale; 17, 19 and 20 are then evaluated again, 14 to 16 are not.
///
/// A function that is called in the middle of a change is `mutating` even if it changes nothing, or belongs to another
/// type: a call of one that only reads is handed a copy of the whole engine.
///
/// A caller uses ``step(at:arrived:)`` for each second at which something arrives, and for each wake; or, where more
/// may arrive at a second that is under way, ``open(_:arrived:)``, ``take(_:)`` as often as needed, and ``close()``.
/// A step costs as much as there is to evaluate: the instances whose operands changed, and the Opps that they concern.
package struct Engine: Sendable {
  /// The readings of all instances, with the facts below them
  var evaluator: Evaluator

  /// The Opps, and whether they fire
  var monitor = RuleMonitor()

  /// Whether more may arrive at the present second
  var isOpen = false

  /// The answers that have arrived at the present second
  var answers: [GivenAnswer] = []

  /// The instances of the nodes that are traced, in the order in which they were requested
  var watched: [InstanceID] = []

  /// The keys of memory; nil until they are needed, where the rules were not compiled for several engines
  var keys: MemoryKeys?

  /// Names the rules and the providers, as ``CompiledRules/edition(with:)`` does; nil if that is not known
  var edition: Fingerprint?

  /// The intervals of truth and of values, where these are traced
  var tracer = Tracer()

  /// - Parameters:
  ///   - watching: nodes outside all scopes to trace, and to follow to the second, beside the rules.
  ///   - following: nodes, in any scope, to follow to the second only.
  ///   - rules: the indices of the rules whose Opps there are; nil for all.
  package init(
    graph: ConditionGraph, zone: Zone, begins: Instant, watching: [NodeID] = [],
    following: [NodeID] = [], rules: Set<Int>? = nil
  ) {
    var program = Program(graph: graph, following: rules)
    program.follow(watching + following)
    self.init(program, program.code, zone: zone, begins: begins)
    watched = watching.map { InstanceID(TemplateID($0)) }
    for (index, instance) in watched.enumerated() {
      evaluator.instances.observe(instance, .watch(index))
    }
  }

  /// An engine of a program that is complete
  ///
  /// - Parameter code: one a template of the program.
  init(_ program: Program, _ code: [TemplateCode], zone: Zone, begins: Instant) {
    evaluator = Evaluator(program, code, zone: zone, begins: begins)
    monitor.prepareOpps(&evaluator)
  }

  /// An engine that follows all rules of a set
  ///
  /// - Parameter surroundings: the session that it is for, if any.
  package init(
    _ rules: CompiledRules, zone: Zone, begins: Instant,
    for surroundings: EngineSurroundings = EngineSurroundings()
  ) {
    self.init(rules.program, rules.code, zone: zone, begins: begins)
    monitor.eventTimeouts = surroundings.timeouts
    keys = rules.keys
    edition = rules.edition(with: surroundings.providers)
  }
}

/// The parts of its state that other modules read
extension Engine {
  package var graph: ConditionGraph {
    _read { yield evaluator.graph }
  }

  package var zone: Zone { evaluator.zone }

  /// The first second of memory
  package var begins: Instant { evaluator.begins }

  /// Whether a second has been run through
  package var hasBegun: Bool { evaluator.hasBegun }

  /// The number of instances, by which an engine grows
  package var instanceCount: Int { evaluator.instances.count }

  /// The work done so far
  package var work: EngineMetrics { evaluator.work }

  /// The approximate bytes of a copy that is written in full, by the numbers of instances and Opps, which are most of it
  ///
  /// Arrays that have grown have room for half as much again, or twice as much.
  package var approximateSize: Int {
    let opps = monitor.opps.count * MemoryLayout<OppState>.stride * 3 / 2
    let size = evaluator.instances.approximateSize + opps + evaluator.facts.rows.count * 200
    return size * 2
  }
}

/// A problem inside the engine, reported beside its results
package enum EngineProblem: Hashable, Sendable {
  /// More rows times conditions than ``InstanceTable/limit``
  case tooManyInstances
  /// A recorded row whose key is unknown is in no table
  case recordWithoutKey(opp: String)
  /// A text was longer than ``TextLimit/bytes``, and its end was cut off; reported once for each Opp, nil for a text of no firing
  case textCut(opp: String?)
  /// An entry of memory that this engine cannot read was left out
  case unreadableMemory(key: String)
  /// An entry of memory with a second that cannot be was left out
  case impossibleMemory(key: String)
}
