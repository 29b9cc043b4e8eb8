package import OppModel
package import OppRecordings
internal import OppSystem

extension Recording {
  /// Reads a folder
  ///
  /// ```
  /// data/recording.json     {"zone": "America/New_York", …}
  /// data/weather.csv        time,sky,temp
  /// data/calendar.ics       read later, by readCalendars(…): it needs the period
  /// data/README.md          passed over
  /// ```
  ///
  /// - Parameters:
  ///   - graph: the sources, tables and enums of the rule set.
  ///   - fallbackZone: for local times in files whose recording names no zone.
  ///   - connected: the files that the rules connect, whose options hold here too.
  package static func load(
    folder: String, graph: ConditionGraph, fallbackZone: Zone = .utc,
    connected: [ConnectedFile] = [], database: ZoneDatabase = ZoneDatabase()
  ) -> Recording {
    guard let names = try? Folder.names(in: folder) else {
      return Recording(unreadable: folder, reason: "there is no such folder")
    }
    let options = ConnectedFile.options(of: names, in: folder, connected)
    let files = RecordingFiles(folder: folder, names: names, connected: options) {
      (name, limit) throws(TextFile.ReadFailure) in
      try TextFile(path: folder + "/" + name, limit: limit).bytes
    }
    return Recording(
      reading: files, graph: graph, fallbackZone: fallbackZone, zones: database.recordingZones)
  }

  /// Reads `calendar.ics`, which feeds `calendar` and `agenda`, and the calendars of tables into the arrivals of a replay
  ///
  /// - Parameters:
  ///   - zone: that of the replay, for times without one.
  ///   - from: the first second of the replay.
  ///   - to: the end of the replay.
  /// - Returns: the problems of the files.
  package mutating func readCalendars(
    graph: ConditionGraph, zone: Zone, from: Instant, to: Instant, database: ZoneDatabase
  ) -> [CalendarFileProblem] {
    var found: [CalendarFileProblem] = []
    for calendar in calendars {
      do throws(TextFile.ReadFailure) {
        found += readCalendar(
          try TextFile(path: calendar.path), of: calendar, graph: graph, zone: zone, from: from,
          to: to, zones: { try? database.zone(named: $0) })
      } catch {
        lose(calendar, error, graph: graph, at: from)
      }
    }
    return found
  }
}

extension ZoneDatabase {
  /// The zones that the files of a recording may name
  fileprivate var recordingZones: RecordingZones {
    RecordingZones(
      zone: { try? zone(named: $0) },
      nearest: { name in
        do throws(Failure) {
          _ = try zone(named: name)
          return nil
        } catch {
          return error.nearest
        }
      })
  }
}
