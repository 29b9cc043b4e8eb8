internal import OppEngine
internal import OppModel
internal import OppReplay
internal import OppSemantics
internal import OppSession
internal import OppStore

/// The readings that charts read, for the store: each as it comes, as far back as the charts reach
///
/// It asks for nothing. The engine's memory has every reading that comes; those of sources that charts read are kept in the
/// transaction of the step that took them.
///
/// ```
/// step 12:00   memory: reading 4:room 0 → …     record: the reading; the first of a day: and from when on readings are kept
/// step 12:04   memory: nothing of the room      record: nothing
/// ```
struct LiveCharts {
  /// Nil if no chart reads any source
  private let entries: ChartEntries?
  private let reach: ChartReach
  private let zone: Zone

  /// The names of the charts, in the order of the rules
  let names: [String]

  /// The readings that were there before the charts
  private var present: [KeptReading] = []

  /// The last day on which the readings beyond the reach of all charts were deleted, counted from 1970
  private var sweptDay: Int64?

  /// The names of the sources that the charts read
  var sources: Set<String> { reach.names }

  /// - Parameters:
  ///   - memory: that with which the session begins; nil for the first run.
  ///   - isForgotten: whether nothing is kept, as the store is gone with the process.
  init(_ rules: LiveRules, over memory: EngineMemory?, isForgotten: Bool) {
    let graph = rules.checked.analysis.graph
    reach = ChartReach(graph)
    zone = rules.zone
    names = graph.charts.map(\.name)
    let sources = reach.names
    entries =
      isForgotten || sources.isEmpty ? nil : ChartEntries(rules.graph, sources: sources)
    // The value that a source has when a chart of it is added.
    if let entries, let memory { present = entries.readings(in: memory) }
  }

  /// Records the readings of a step, and once a day how far back the charts reach
  mutating func keep(in record: inout StepRecord) {
    guard let entries else { return }
    record.readings = present
    present = []
    record.readings += entries.readings(in: record.memory.engine(at: record.at))
    record.keepsRepetitions = reach.hasAges
    let day = record.at.seconds / 86_400
    guard day != sweptDay else { return }
    sweptDay = day
    record.keptLast = reach.lastKnown
    record.keptSince = reach.sources(at: record.at, zone)
  }
}
