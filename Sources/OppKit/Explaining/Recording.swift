internal import OppModel
internal import OppOutputs
internal import OppRecordings
internal import OppReplay

/// Recorded data: the files of a folder as `opp eval` reads it, in memory
///
/// `weather.csv` has readings of the source `weather`, `chores.jsonl` rows of the table `chores`, `calendar.ics` the
/// person's calendar; `recording.json` says from when to when.
///
/// It is read when rules are first replayed over it, and not again for rules with the same sources, tables and names of Opps:
/// thousands of rule sets share one. It may be used on several threads.
public final class Recording: Sendable {
  private let memory: Guarded<RecordingMemory>
  private let zones: @Sendable (String) -> ZoneRules?

  /// - Parameters:
  ///   - files: the bytes of each file, by its name.
  ///   - folder: the name of the folder in messages.
  ///   - zones: the zones that `recording.json` and calendars may name.
  public init(
    files: [String: [UInt8]], folder: String = "data",
    zones: @escaping @Sendable (String) -> ZoneRules? = { _ in nil }
  ) {
    var memory = RecordingMemory()
    memory.folder = folder
    for (name, bytes) in files { memory.add(name: name, bytes) }
    self.memory = Guarded(memory)
    self.zones = zones
  }

  /// The recording with its calendars, up to an end; nil if neither it nor the caller says from when to when
  func read(
    for graph: ConditionGraph, _ connected: ConnectedFiles, in period: Range<Timestamp>?
  ) -> (recording: ReadRecording, from: Instant, to: Instant)? {
    let zones = zones
    return memory.withLock { memory in
      let connected = connected.options(in: memory.folder)
      let found = memory.recording(for: graph, connected: connected) { zones($0)?.zone }
      guard let from = found.from ?? period?.lowerBound.instant,
        let to = period?.upperBound.instant ?? found.to, from < to
      else { return nil }
      let read = memory.read(
        for: graph, connected: connected, { zones($0)?.zone }, from: from, to: to)
      return (read, from, to)
    }
  }
}

extension RuleSet {
  /// Replays recorded data from its beginning, as `opp eval` does
  ///
  /// - Parameters:
  ///   - period: the time whose firings are reported; `nil` for all of the recording.
  ///   - zone: the zone of the person, if the rules set none; nil for that of the recording.
  /// - Returns: nothing if the recording has no time at all, and no period is given; ``Replay/rejections`` then says so.
  /// - Throws: if the rules have errors.
  public func replay(
    _ recording: Recording, in period: Range<Timestamp>? = nil, zone: ZoneRules? = nil
  ) throws(InvalidRules) -> Replay {
    try requireRunnable()
    guard let (read, from, to) = recording.read(for: graph, connectedFiles, in: period) else {
      let reason = "the recording has no period: no reading has a time"
      return Replay(
        firings: [], records: [], rejections: [Rejection(source: "recording", reason: reason)])
    }
    let zone = graph.settings.zone == nil ? zone?.zone ?? read.zone : read.zone
    let replay = OppReplay.Replay(
      graph: graph, zone: zone, begins: from, arrivals: read.arrivals)
    let result = replay.run(from: period?.lowerBound.instant ?? from, to: to)
    let writer = ResultWriter(graph, zone)
    let problems =
      read.problems.listed.map {
        Rejection(source: $0.file, reason: "line \($0.line): \($0.message)")
      } + read.calendarProblems.map { Rejection(source: $0.file, reason: $0.problem.message) }
    return Replay(
      firings: result.firings.map { writer.firing($0) },
      records: result.records.map { writer.record($0) }, rejections: problems)
  }
}
