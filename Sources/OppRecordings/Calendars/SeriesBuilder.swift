/// Puts the events of a calendar together that belong to one series
///
/// Events with one UID are a master, which has no `RECURRENCE-ID`, and changes of its occurrences; a change may come
/// without its master, as an invitation to one meeting of a series does.
///
/// ```
/// lunch@x  SEQUENCE:0  RRULE:FREQ=WEEKLY                       older version: not used
/// lunch@x  SEQUENCE:1  RRULE:FREQ=WEEKLY                       → series[0], which skips 6 July
/// lunch@x  RECURRENCE-ID:20260706T100000Z                      → singles[0]
/// trip@x   without a rule                                      → singles[1]
/// ```
///
/// Masters that start at different times are events of their own, even with the same UID: if a program writes one UID for all its
/// events, none may be lost and leave the person free. Only if they have different revisions, the highest counts. Changes belong to the
/// first master that recurs.
struct SeriesBuilder {
  /// All the zones of the file
  private let zones: [CalendarZone]

  /// Occurrences of events that do not recur, and changed ones; by the first event of each UID in the file
  private(set) var singles: [Occurrence] = []

  /// Events that recur, or whose one occurrence is excluded or changed
  private(set) var series: [EventSeries] = []

  init(zones: [CalendarZone]) {
    self.zones = zones
  }

  /// Adds the events of a file; called once, for events of one UID are only found together
  ///
  /// - Returns: the events that share a UID with another that starts at another time, one for each UID.
  mutating func add(_ events: [CalendarEvent]) -> [CalendarEvent] {
    /// The events of one UID
    struct Group {
      /// The master of each start
      var masters: [Int] = []
      var changes: [Int] = []
    }
    var groups: [String: Group] = [:]
    var places: [Version: Int] = [:]
    var order: [String] = []
    groups.reserveCapacity(events.count)
    for (index, event) in events.enumerated() {
      if groups[event.uid] == nil { order.append(event.uid) }
      if event.recurrence != nil {
        groups[event.uid, default: Group()].changes.append(index)
        continue
      }
      let version = Version(uid: event.uid, start: event.start.instant(in: zones))
      if let place = places[version] {
        let earlier = groups[event.uid, default: Group()].masters[place]
        if event.isLater(than: events[earlier]) {
          groups[event.uid, default: Group()].masters[place] = index
        }
      } else {
        places[version] = groups[event.uid, default: Group()].masters.count
        groups[event.uid, default: Group()].masters.append(index)
      }
    }
    var shared: [CalendarEvent] = []
    for uid in order {
      guard let group = groups[uid] else { continue }
      let all = group.masters.map { events[$0] }
      let revision = all.map { $0.sequence }.max() ?? -1
      let masters = all.filter { $0.sequence < 0 || $0.sequence == revision }
      if masters.count > 1 { shared.append(masters[1]) }
      let owner = masters.firstIndex { $0.recurs } ?? 0
      let master = masters.indices.contains(owner) ? masters[owner] : nil
      add(
        master: master,
        changes: latest(group.changes.map { events[$0] }, master: master))
      for (index, other) in masters.enumerated() where index != owner {
        add(master: other, changes: [])
      }
    }
    return shared
  }

  /// The identity of the versions of one event
  private struct Version: Hashable {
    let uid: String

    /// In seconds since the epoch
    let start: Int64
  }

  /// Adds one UID; changes that `EXDATE` takes out, or whose master is cancelled, do not take place
  private mutating func add(master: CalendarEvent?, changes: [CalendarEvent]) {
    for change in changes where !change.isCancelled {
      if let master, EventSeries.isExcluded(change, by: master, zones) || master.isCancelled {
        continue
      }
      singles.append(change.occurrence(in: zones))
    }
    guard let master, !master.isCancelled else { return }
    if !master.recurs, changes.isEmpty, master.excludedTimes.isEmpty {
      singles.append(master.occurrence(in: zones))
    } else {
      series.append(EventSeries(master: master, changes: changes, zones: zones))
    }
  }

  /// The latest version of each changed occurrence, and of equals the first
  private func latest(_ changes: [CalendarEvent], master: CalendarEvent?) -> [CalendarEvent] {
    guard changes.count > 1 else { return changes }
    var indices: [Int64: Int] = [:]
    var result: [CalendarEvent] = []
    for change in changes {
      guard let id = change.recurrence else { continue }
      let start =
        master.map { EventSeries.instant(of: id.time, $0, zones) }
        ?? id.time.instant(in: zones)
      if let index = indices[start] {
        if change.isLater(than: result[index]) { result[index] = change }
      } else {
        indices[start] = result.count
        result.append(change)
      }
    }
    return result
  }
}
