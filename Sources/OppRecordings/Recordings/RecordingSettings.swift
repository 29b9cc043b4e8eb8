internal import OppJSON
internal import OppModel

/// The settings in `recording.json`
///
/// ```
/// {"zone": "America/Vancouver", "from": "2026-06-21T05:00", "to": "2026-06-22", "fresh": {"location": "12h"},
///  "files": {"weather.csv": {"dates": "mdy"}}, "partial": ["sensor"]}
///
/// from 2026-06-21T12:00:00Z · to 2026-06-22T07:00:00Z, the midnight of the date · freshness [location: 43 200] ·
/// files [weather.csv: the month is first] · partial [sensor]
/// ```
struct RecordingSettings {
  /// The name of the zone, if there is such a zone
  private(set) var zoneName: String?

  /// The zone; nil if the file names none that there is
  private(set) var zone: Zone?

  /// The beginning of the replay; nil if the file has none
  private(set) var from: Instant?

  /// The end of the replay, after the beginning; nil if the file has none
  private(set) var to: Instant?

  /// The time for which a reading of a source holds, in seconds, by the source's name
  private(set) var freshness: [String: Int64] = [:]

  /// The things that are said about files, by their names
  private(set) var files: [String: FileOptions] = [:]

  /// The sources whose readings leave fields that they lack as they were
  private(set) var partial: Set<String> = []

  init() {}

  /// The keys of the file, for the nearest to a misspelt one
  private static let keys = ["zone", "from", "to", "fresh", "files", "partial"]

  /// - Parameters:
  ///   - zone: for local times, if the file names none.
  ///   - names: the files of the recording.
  init(
    _ file: TextFile, graph: ConditionGraph, zone fallback: Zone, zones: RecordingZones,
    names: [String], _ problems: inout ProblemList
  ) {
    let sources = graph.sources.map { $0.name }
    let document: JSONValue
    do {
      document = try JSONValue.parse(file)
    } catch {
      problems.append(file.problem(error))
      return
    }
    guard case .object(let members) = document.content else {
      let kind = RecordingProblem.Kind.badJSON(expected: "an object, `{`")
      problems.append(file.problem(kind, at: document.cell.start, line: document.cell.line))
      return
    }
    // The zone first: local times wait for it.
    if let value = document["zone"] { readZone(value, zones, file, &problems) }
    let parser = CellParser(
      type: .instant, unit: nil, zone: zone ?? fallback, enumerations: [])
    for member in members {
      switch member.key {
      case "zone": continue
      case "from": from = Self.instant(member.value, member.key, parser, file, &problems)
      case "to": to = Self.instant(member.value, member.key, parser, file, &problems)
      case "fresh": readFreshness(member.value, sources, file, &problems)
      case "partial": readPartial(member.value, sources, file, &problems)
      case "files":
        let reader = FileSettingsReader(
          names: names, subject: { Self.subject(ofFile: $0, in: graph) }, zones: zones, file: file)
        files = reader.read(member.value, &problems)
      default: Self.unknown(member.key, member.cell, Self.keys, file, &problems)
      }
    }
    if let from, let to, to <= from, let value = document["to"] {
      problems.append(file.problem(.emptyPeriod, at: value.cell.start, line: value.cell.line))
      self.to = nil
    }
  }

  /// The source or table that a file is of by its name, or `nil` if it is of neither
  private static func subject(ofFile name: String, in graph: ConditionGraph) -> FileSubject? {
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    if let index = graph.sourceIndex(named: stem) { return FileSubject(graph.sources[index]) }
    return graph.tableIndex(named: stem).map { FileSubject(graph.tables[$0]) }
  }

  /// Reads `zone`; an unknown one is reported, and the fallback counts
  private mutating func readZone(
    _ value: JSONValue, _ zones: RecordingZones, _ file: TextFile,
    _ problems: inout ProblemList
  ) {
    guard let name = value.text else {
      Self.bad(value, "zone", "a zone's name, such as `America/Vancouver`", file, &problems)
      return
    }
    zone = zones.zone(name)
    if zone != nil {
      zoneName = name
    } else {
      let kind = RecordingProblem.Kind.unknownZone(name: name, nearest: zones.nearest(name))
      problems.append(file.problem(kind, at: value.cell.start, line: value.cell.line))
    }
  }

  /// The instant of `from` or `to`: a time, or a date as its midnight; nil, and a problem, if it is neither
  private static func instant(
    _ value: JSONValue, _ key: String, _ parser: CellParser, _ file: TextFile,
    _ problems: inout ProblemList
  ) -> Instant? {
    if value.text != nil, let time = parser.instant(value.cell, in: file) { return time.instant }
    // As on the command line, a date is its midnight.
    if let date = value.text.flatMap({ CivilDate(iso8601: $0) }) {
      return parser.zone.startOfDay(date)
    }
    bad(value, key, parser.expected, file, &problems)
    return nil
  }

  /// Reads `fresh`, an object of durations by the names of sources
  private mutating func readFreshness(
    _ value: JSONValue, _ sources: [String], _ file: TextFile, _ problems: inout ProblemList
  ) {
    guard case .object(let members) = value.content else {
      Self.bad(value, "fresh", #"an object, such as `{"location": "12h"}`"#, file, &problems)
      return
    }
    let parser = CellParser(type: .duration, unit: nil, zone: .utc, enumerations: [])
    for member in members {
      guard sources.contains(member.key) else {
        Self.unknown(member.key, member.cell, sources, file, &problems)
        continue
      }
      guard !member.value.cell.isEmpty,
        case .scalar(let seconds)? = parser.value(member.value.cell, in: file), seconds >= 0
      else {
        Self.bad(member.value, member.key, parser.expected, file, &problems)
        continue
      }
      // Longer than all of time is for ever.
      let limit = Double(Instant.distantFuture.seconds)
      freshness[member.key] = Int64(min(seconds, limit))
    }
  }

  /// Reads `partial`, a list of names of sources
  private mutating func readPartial(
    _ value: JSONValue, _ sources: [String], _ file: TextFile, _ problems: inout ProblemList
  ) {
    guard case .array(let elements) = value.content else {
      Self.bad(value, "partial", #"a list of sources, such as `["sensor"]`"#, file, &problems)
      return
    }
    for element in elements {
      guard let name = element.text else {
        Self.bad(element, "partial", "the name of a source", file, &problems)
        continue
      }
      guard sources.contains(name) else {
        Self.unknown(name, element.cell, sources, file, &problems)
        continue
      }
      partial.insert(name)
    }
  }

  /// Notes a value that is not the expected one
  private static func bad(
    _ value: JSONValue, _ key: String, _ expected: String, _ file: TextFile,
    _ problems: inout ProblemList
  ) {
    let kind = RecordingProblem.Kind.badCell(
      column: key, found: file.shown(value.cell), expected: expected, nearest: nil)
    problems.append(file.problem(kind, at: value.cell.start, line: value.cell.line))
  }

  /// Notes an unknown key
  private static func unknown(
    _ key: String, _ cell: Cell, _ known: [String], _ file: TextFile,
    _ problems: inout ProblemList
  ) {
    // In the call, so that the nearest is looked for only if the problem is listed.
    problems.append(
      file.problem(
        .unknownKey(name: key, nearest: Spelling.nearest(key, in: known)), at: cell.start,
        line: cell.line))
  }
}
