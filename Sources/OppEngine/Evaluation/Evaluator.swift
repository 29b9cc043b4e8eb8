internal import OppModel

/// The evaluator of a graph: every instance with its reading, and the facts that these are computed from
///
/// Arrivals change facts, which mark the instances that read them; ``propagate()`` evaluates the marked ones. Of Opps and
/// traces it knows the indices only, which it leaves in ``notices``.
struct Evaluator: Sendable {
  let graph: ConditionGraph
  let zone: Zone

  /// The first second of memory: before it everything is unknown
  let begins: Instant

  /// The graph as templates, with those that the rules add
  var program: Program

  /// One a template of the program, once that is complete
  var code: [TemplateCode] = []

  /// The texts, places, lists and rows that readings refer to by index
  var pool = ObjectPool()

  /// Every template, and every template for the rows it is needed for, with its reading
  var instances = InstanceTable()

  /// The instances to evaluate at this second
  var dirty = DirtySet()

  /// Whether every instance has been evaluated: until then all are marked
  var isEvaluated = false

  /// The junctions and comparisons that are counted in place of being evaluated; empty if all are evaluated
  var junctions = JunctionNetwork()

  /// The horizons at which instances that are no anchors are evaluated again
  var timers = HorizonQueue()

  /// The horizons of anchors, which must be stepped to; others are looked at in the step that follows them
  ///
  /// An anchor is evaluated again at a horizon that is not that of an operand.
  var wakes = HorizonQueue()

  /// The present second, which the readings are of; before the first step, none
  private(set) var now: Int64

  /// The second that operators look at: the present one, but within a projection
  var moment: Moment

  /// The second that is stepped to, through all those before it
  var target: Int64

  /// The second of the clock, by which events are late: ``target``, or a later one while earlier seconds are made up for
  var clock: Int64

  /// Whether any second has been begun
  var hasBegun = false

  /// The states of aggregates, by ``InstanceTable/slot(of:)``
  var aggregates: [AggregateState] = []

  /// The states of instances that remember, by ``InstanceTable/slot(of:)``: those of windows apart, because they share their memories
  var states = InstanceStates()

  /// The windows, and their memories
  var windowStore = WindowStore()

  /// Times of the sun that were computed already
  var suns = SunCache()

  /// The two ends of each distance, by its slot and the one after that
  var sites: [Site] = []

  /// The site of a left side that was computed last: many distances begin at the same position
  var lastSite = Site()

  /// The words of values, in the units and by the clock of the rules
  let valueText: ValueText

  /// The latest scalar of each node that a text contained, and its wording
  var wordings = Wordings()

  /// The instances that look ahead, evaluated again whenever more of the future is known
  var aheadInstances: [InstanceID] = []

  /// The problems since a step was last handed out
  var problems: [EngineProblem] = []

  /// The Opps whose texts were reported as cut; the empty name stands for a text of no firing
  private var oppsWithCutTexts: Set<String> = []

  /// The parts of memory that have changed since it was last written
  var marks = DirtyKeys()

  /// Memory as it was last written
  var ledger = MemoryLedger()

  /// The readings and Opps that the needs found last depend on
  var needsWork = ChangeWatch.everything

  /// Whether anything has changed, since needs were last found, that they depend on
  var areNeedsOutdated = true

  /// The work done so far, for measurements
  var work = EngineMetrics()

  /// The limits of the present step, and its work, firings and bytes so far
  var meter = StepMeter()

  /// The sources, places, tables and rows, as far as they are known
  var facts = Facts()

  /// The Opps, the traces and the rules that changes concern
  var notices = Notices()

  /// Whether the conditions of Opps that wait for events are traced
  var tracesConditions = false

  /// - Parameters:
  ///   - program: one that is complete.
  ///   - code: one a template of the program.
  init(_ program: Program, _ code: [TemplateCode], zone: Zone, begins: Instant) {
    graph = program.graph
    self.zone = zone
    self.begins = begins
    now = begins.seconds
    moment = .present(begins.seconds)
    target = begins.seconds
    clock = begins.seconds
    self.program = program
    self.code = code
    valueText = ValueText(graph, zone)
    dirty.reserve(templates: program.templates.count)
    prepareTables()
    instances.reserve(templates: program.templates.count)
    // Every template is an instance before any is connected, so that the two have the same index.
    let templates = TemplateID.all(in: program.templates)
    for template in templates { instances.appendPlain(template) }
    for template in templates where program.templates[template].scopes.isEmpty {
      connect(InstanceID(template), environment: .empty)
    }
    prepareRequests()
  }

  /// Finds the leaf that shows whether each request is missing: the last that is kept up to date
  private mutating func prepareRequests() {
    facts.requestLeaves = Array(repeating: .none, count: graph.requests.count)
    facts.sources.keepsAges = program.templates.contains {
      if case .age = $0.instruction { true } else { false }
    }
    for (index, template) in program.templates.enumerated()
    where template.isMaintained && template.scopes.isEmpty {
      guard case .reading(let request, _) = template.instruction,
        facts.requestLeaves.has(request)
      else { continue }
      facts.requestLeaves[request] = CompactOptional(InstanceID(index))
    }
  }
}

extension Evaluator {
  /// Makes a second the present one
  mutating func begin(_ second: Int64) {
    now = second
    moment = .present(second)
  }

  /// `true` if the step has exceeded one of its limits, so that its remaining work is skipped
  @inline(__always)
  mutating func isOver() -> Bool { meter.isOver(work) }

  /// Reports that a text was cut since the last call, once for each Opp
  ///
  /// - Parameter opp: the Opp whose firing the text is of, or `nil`.
  mutating func reportCutText(of opp: String?) {
    guard pool.hasCutText else { return }
    pool.hasCutText = false
    if oppsWithCutTexts.insert(opp ?? "").inserted { problems.append(.textCut(opp: opp)) }
  }
}
