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
package struct Engine: Sendable {
  package let graph: ConditionGraph
  package let zone: Zone

  /// The first second of memory: before it everything is unknown
  package let begins: Instant

  var program: Program

  /// One a template of the program, once that is complete
  var code: [TemplateCode] = []
  var pool = ObjectPool()
  var instances = InstanceTable()
  var dirty = DirtySet()
  var timers = TimerHeap()
  var wakes = TimerHeap()

  /// The second that the readings are of; before the first step, none
  var now: Int64
  var hasBegun = false

  /// Whether what only Opps at their events read is evaluated then, and not when it changes
  var readsAtEvents = false

  /// Whether more may arrive at the present second
  var isOpen = false

  /// The second that is stepped to, through all those before it
  var target: Int64

  /// The time limits of events that wait for readings; nil where readings are there at their seconds
  package var patience: Patience?
  var pendingEvents: [PendingEvent] = []

  /// Whether any of them came to be known only after its second
  var hasPassedEvents = false

  /// The number of seconds before it matters that something is fetched
  var lead: Int64 = 0

  /// The subjects that are fetched when they matter: while one is missing, what depends on it is undecided
  var fetchable = Fetchable()

  var sources = SourceStates()
  var places = PlaceStates()
  var tables: [TableState] = []

  /// The first second at which the rows of any table no longer count
  var tableExpiry = Seconds.never
  var rows: [RowState] = []
  var aggregates: [AggregateState] = []
  var truthMemories: [TruthHistory] = []
  var lastKnownMemories: [LastKnownValue] = []
  var windows: [WindowState] = []
  var suns = SunCache()
  var sites: [Site] = []
  var lastSite = Site()

  /// The latest scalar of each node that a text contained, and its wording
  var wordings: [Int32: (scalar: Double, text: String)] = [:]
  var aheadInstances: [Int32] = []

  var opps: [OppState] = []

  /// The place of each rule in the order of names
  var ranks: [Int] = []
  var oppTimers = TimerHeap()

  /// The person's overrides of Opps while the engine ran, by name
  var controls: [String: OppControl] = [:]
  var touchedOpps: [Int32] = []
  var pendingRecords: [PendingRecord] = []
  var watched: [WatchState] = []
  var problems: [EngineProblem] = []
  var marks = DirtyKeys()
  var ledger = MemoryLedger()
  var meanings = Meanings()

  /// Opps that are looked at only from the first second on that is stepped to after a restart
  var newRules: [Int32] = []
  var outcome = Outcome()
  var tracer = Tracer()

  var needsWork = DemandBuilder()

  /// Whether anything has changed, since needs were last found, that they depend on
  var areNeedsOutdated = true

  /// The rules that have a memory below them, by its template; found when first needed
  var rulesOfMemories: [Int32: [Int32]]?

  /// The work done so far, for measurements
  package internal(set) var work = EngineMetrics()

  /// The reasons why sources and tables cannot be read, by name
  var losses: [String: String] = [:]

  /// One live leaf of each request outside all scopes; -1 where it has none
  var requestLeaves: [Int32] = []

  /// - Parameters:
  ///   - watching: nodes outside all scopes to trace, and to follow to the second, beside the rules.
  ///   - following: nodes, in whatever scope, to follow to the second only.
  package init(
    graph: ConditionGraph, zone: Zone, begins: Instant, watching: [NodeID] = [],
    following: [NodeID] = []
  ) {
    self.graph = graph
    self.zone = zone
    self.begins = begins
    now = begins.seconds
    target = begins.seconds
    program = Program(graph: graph)
    for node in watching + following { program.watch(node.index) }
    program.refreshMarks()
    code = program.templates.map { TemplateCode($0) }
    dirty.reserve(templates: program.templates.count)
    prepareTables()
    for index in program.templates.indices {
      instances.appendPlain(Int32(truncatingIfNeeded: index))
    }
    for index in program.templates.indices where program.templates[index].scopes.isEmpty {
      connect(Int32(truncatingIfNeeded: index), environment: Environment.none)
    }
    for node in watching { watched.append(WatchState(instance: node.index)) }
    for index in watched.indices { instances.observe(watched[index].instance, .watch(index)) }
    prepareOpps()
    prepareRequests()
  }
}

extension Engine {
  private mutating func prepareRequests() {
    requestLeaves = Array(repeating: -1, count: graph.requests.count)
    for (index, template) in program.templates.enumerated()
    where template.isLive && template.scopes.isEmpty {
      guard case .reading(let request, _) = template.instruction,
        requestLeaves.indices.contains(Int(request))
      else { continue }
      requestLeaves[Int(request)] = Int32(truncatingIfNeeded: index)
    }
  }
}

/// A node that is followed from second to second
struct WatchState: Sendable {
  let instance: Int32
}

/// A problem inside the engine, reported beside its results
package enum EngineProblem: Hashable, Sendable {
  /// More rows times conditions than ``InstanceTable/limit``
  case tooManyInstances
  /// A recorded row whose key is unknown is in no table
  case recordWithoutKey(opp: String)
  /// An entry of memory that this engine cannot read was left out
  case unreadableMemory(key: String)
}
