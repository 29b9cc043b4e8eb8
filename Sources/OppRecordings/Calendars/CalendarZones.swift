internal import OppModel

/// The zones that a calendar file names
///
/// The file's own descriptions (`VTIMEZONE`) precede the zone database, as RFC 5545 §3.2.19 requires;
/// so a file of an organisation with its own daylight saving time is read as it was written.
///
/// A time keeps the index of its zone, which is smaller than the zone and needs no search. The first three are fixed:
///
/// ```
/// 0 UTC · 1 the person's zone · 2… those that the file names, by their first use
/// ```
///
/// A description holds in its `VCALENDAR` alone: ``beginCalendar()`` forgets the names of the calendar before. The zones
/// of its events stay.
struct CalendarZones {
  /// The index into `all` of times that end with `Z`
  static let utc = 0

  /// The zone of dates: that of the person
  static let local = 1

  /// The zone of times without one: `X-WR-TIMEZONE` of their calendar, else that of the person
  private(set) var floating = local

  /// The zones; an index stays valid, since none is ever removed
  private(set) var all: [CalendarZone]

  /// The index of each name that was found
  private var indices: [String: Int] = [:]

  /// Names that were looked for in vain, so that a file with a wrong `TZID` in each event searches once
  private var unknown: Set<String> = []

  /// The zone of an IANA name, nil if there is none
  private let database: (String) -> Zone?

  init(defaultZone: Zone, database: @escaping (String) -> Zone?) {
    all = [.database(.utc), .database(defaultZone)]
    self.database = database
  }

  /// Forgets the zones that the calendar before has described
  mutating func beginCalendar() {
    indices = [:]
    unknown = []
    floating = Self.local
  }

  subscript(index: Int) -> CalendarZone { all[index] }

  /// Sets the zone of times without one by its name
  ///
  /// - Returns: false if no zone has the name.
  mutating func setFloating(_ name: String) -> Bool {
    guard let index = index(of: name) else { return false }
    floating = index
    return true
  }

  /// Adds a zone that the file describes; the first description of a name counts
  mutating func add(_ zone: DescribedZone, named name: String) {
    let name = Self.bare(name)
    guard indices[name] == nil else { return }
    indices[name] = all.count
    all.append(.described(zone))
  }

  /// The zone of a `TZID`
  mutating func index(of name: String) -> Int? {
    if let index = indices[name] { return index }
    if unknown.contains(name) { return nil }
    let bare = Self.bare(name)
    if let index = indices[bare] {
      indices[name] = index
      return index
    }
    guard let zone = find(bare) else {
      unknown.insert(name)
      return nil
    }
    indices[name] = all.count
    indices[bare] = all.count
    all.append(zone)
    return all.count - 1
  }

  /// A name without the quotes and escapes that some write on one side only: `"Europe/Paris"`, `Bern\, Rome`
  private static func bare(_ name: String) -> String {
    var bytes = name.utf8.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }[...]
    while let first = bytes.first, first == 32 || first == 9 { bytes = bytes.dropFirst() }
    while let last = bytes.last, last == 32 || last == 9 { bytes = bytes.dropLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A zone of the database, or a clock that never changes: `UTC+01`, `GMT+0100`
  private func find(_ name: String) -> CalendarZone? {
    if let zone = databaseZone(name) { return .database(zone) }
    guard let offset = Self.offset(of: name) else { return nil }
    return .described(DescribedZone(initialOffset: offset, transitions: []))
  }

  /// The seconds east of UTC that `UTC+01`, `GMT-0530` and `UTC+5:30` name
  private static func offset(of name: String) -> Int64? {
    guard name.hasPrefix("UTC") || name.hasPrefix("GMT") else { return nil }
    let rest = name.utf8.dropFirst(3).filter { $0 != UInt8(ascii: ":") }
    guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    let digits = rest.dropFirst()
    guard (1...4).contains(digits.count), digits.allSatisfy({ $0 >= 48 && $0 <= 57 }) else {
      return nil
    }
    let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) }
    let (hours, minutes) = digits.count > 2 ? (number / 100, number % 100) : (number, 0)
    guard hours <= 14, minutes < 60 else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  /// A zone of the database by its IANA name, by one with a prefix such as `/mozilla.org/20050126_1/`, or by its name
  /// in Windows
  private func databaseZone(_ name: String) -> Zone? {
    if let zone = database(name) { return zone }
    if let windows = WindowsZoneNames.zone(named: name) { return database(windows) }
    switch name.uppercased() {
    case "UTC", "GMT", "Z", "ETC/UTC", "ETC/GMT": return .utc
    default: break
    }
    // The names after a prefix, longest first: `/mozilla.org/20050126_1/America/New_York` is tried as
    // `mozilla.org/20050126_1/America/New_York`, `20050126_1/America/New_York` and `America/New_York`.
    var rest = Substring(name)
    while let slash = rest.firstIndex(of: "/") {
      rest = rest[rest.index(after: slash)...]
      if rest.contains("/") || !rest.isEmpty && name.hasPrefix("/"),
        let zone = database(String(rest))
      {
        return zone
      }
    }
    return nil
  }
}

// MARK: - Reading VTIMEZONE

extension CalendarZones {
  /// Reads the zones that the file describes; those that cannot be read are looked up by name
  mutating func read(
    _ components: [CalendarComponents.Component], of lines: CalendarLines,
    problems: inout [CalendarProblem]
  ) {
    var budget = Self.workLimit
    for component in components {
      guard let tzid = component.property("TZID"), !tzid.value.isEmpty else {
        problems.append(
          lines.problem(
            .missing(property: "TZID", component: "VTIMEZONE"), line: component.line,
            at: component.line.start))
        continue
      }
      let name = lines.unescaped(tzid.value)
      if let zone = describedZone(
        component, named: name, of: lines, budget: &budget)
      {
        add(zone, named: name)
      } else {
        problems.append(
          lines.problem(.unreadableZone(name: name), line: tzid.line, at: tzid.value.lowerBound))
      }
    }
  }

  /// The limit of the periods that are searched over all the zones of a file
  static let workLimit = 4_000_000

  /// The zone of a `VTIMEZONE`; nil if a part of it cannot be read, because the zone would be wrong without it
  ///
  /// The offset before the first change is the `TZOFFSETFROM` of the part that begins first. A description that stops,
  /// such as that of a single year, is continued by the database, if that has the name.
  private func describedZone(
    _ component: CalendarComponents.Component, named name: String, of lines: CalendarLines,
    budget: inout Int
  ) -> DescribedZone? {
    var transitions: [(start: Int64, offset: Int64)] = []
    var first: (start: Int64, from: Int64)?
    for part in component.parts {
      guard let start = part.property("DTSTART").flatMap({ lines.time($0.value) }),
        let from = part.property("TZOFFSETFROM").flatMap({ lines.offset($0.value) }),
        let to = part.property("TZOFFSETTO").flatMap({ lines.offset($0.value) })
      else { return nil }
      guard let locals = Self.onsets(part, start: start, from: from, of: lines, budget: &budget)
      else {
        return nil
      }
      for local in locals {
        let instant = local - from
        transitions.append((instant, to))
        if first.map({ instant < $0.start }) ?? true { first = (instant, from) }
      }
      guard transitions.count <= DescribedZone.transitionLimit else { return nil }
    }
    guard let first else { return nil }
    let known = databaseZone(Self.bare(name))
    return DescribedZone(
      initialOffset: first.from, transitions: transitions,
      known: known, stops: component.parts.count > 1 && !Self.goesOn(component, lines))
  }

  /// `true` if some part of a description repeats without an end
  private static func goesOn(
    _ component: CalendarComponents.Component, _ lines: CalendarLines
  ) -> Bool {
    component.parts.contains { part in
      part.properties.contains { property in
        guard property.name == "RRULE",
          let rule = try? RecurrenceRule(reading: property.value, of: lines)
        else { return false }
        return rule.until == nil && rule.count == nil
      }
    }
  }

  /// The local times, by the offset before them, at which a part of a zone begins to hold
  private static func onsets(
    _ part: CalendarComponents.Component, start: WrittenTime, from: Int64, of lines: CalendarLines,
    budget: inout Int
  ) -> [Int64]? {
    var locals = [start.isUTC ? start.local + from : start.local]
    for property in part.properties {
      switch property.name {
      case "RDATE":
        for value in lines.split(property.value, at: ",") {
          guard let time = lines.time(value) else { return nil }
          locals.append(time.isUTC ? time.local + from : time.local)
        }
      case "RRULE":
        guard let rule = try? RecurrenceRule(reading: property.value, of: lines), budget > 0 else {
          return nil
        }
        var last = DescribedZone.end
        if let until = rule.until {
          // A date is the whole of it.
          last = until.isUTC ? until.local + from : until.local + (until.isDate ? 86_399 : 0)
        }
        var left = rule.count ?? .max
        budget -= Recurrence(rule, start: locals[0]).forEach(from: .min, through: last) { local in
          locals.append(local)
          left -= 1
          return left > 0 && locals.count <= DescribedZone.transitionLimit
        }
      default: break
      }
      guard locals.count <= DescribedZone.transitionLimit else { return nil }
    }
    return locals
  }
}
