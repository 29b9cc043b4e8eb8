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
  mutating func add(_ events: [CalendarEvent]) {
    var masters: [String: Int] = [:]
    var changes: [String: [Int]] = [:]
    var order: [String] = []
    masters.reserveCapacity(events.count)
    for (index, event) in events.enumerated() {
      if event.recurrence != nil {
        if masters[event.uid] == nil, changes[event.uid] == nil { order.append(event.uid) }
        changes[event.uid, default: []].append(index)
      } else if let earlier = masters[event.uid] {
        // Of several versions the highest sequence counts, and of equals the first.
        if event.sequence > events[earlier].sequence { masters[event.uid] = index }
      } else {
        if changes[event.uid] == nil { order.append(event.uid) }
        masters[event.uid] = index
      }
    }
    for uid in order {
      add(
        master: masters[uid].map { events[$0] },
        changes: latest(
          (changes[uid] ?? []).map { events[$0] }, master: masters[uid].map { events[$0] }))
    }
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
    let isSingle = master.rules.isEmpty && master.addedTimes.isEmpty
    if isSingle, changes.isEmpty, master.excludedTimes.isEmpty {
      singles.append(master.occurrence(in: zones))
    } else {
      series.append(EventSeries(master: master, changes: changes, zones: zones))
    }
  }

  /// One change an occurrence: that with the highest sequence, and of equals the first
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
        if change.sequence > result[index].sequence { result[index] = change }
      } else {
        indices[start] = result.count
        result.append(change)
      }
    }
    return result
  }
}
