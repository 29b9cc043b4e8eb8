internal import OppModel

/// The local times of one file as instants, where the clocks are set back or forward too
///
/// A time that comes twice is the instant that the rows around it leave:
///
/// ```
/// 01:30 02:00 02:30 02:00 02:30 03:00     it goes back once: before it summer, from there winter
/// 01:00 02:00 02:00 03:00                 one time exactly twice, rows on both sides: an hourly file
/// 01:30 02:00 02:30 03:00                 nothing says which of the two
/// ```
///
/// A time that clocks skip shows that the clock of the file is never changed: none of its local times is read.
/// If clocks are not changed, a time costs a comparison and a difference.
package struct LocalTimes {
  /// The zone of the file
  private let zone: Zone

  /// The local seconds around the last time between which clocks are not changed, and their offset
  private var steady: Range<Int64> = 0..<0
  private var offset: Int64 = 0

  /// Whether each reading has a local time, in the order of the file; and whether the last time is one
  var isLocal: [Bool] = []
  private var isLastLocal = false

  /// The readings whose local time comes twice
  var doubled: [DoubledTime] = []

  /// The orders of rows that were forgotten, by the values of the parameters
  var orders: [[Value?]: Order] = [:]

  /// The first time that does not exist, if there is one
  private(set) var skipped: (local: LocalDateTime, place: Place)?

  /// The zone that the file itself names, with the offset by which its times would differ
  private var stated: (zone: StatedZone, offset: Int64)?

  /// The first time that the zone of the file makes another instant, if there is one
  private(set) var contradicted: Place?

  /// `true` if none of its local times can be read
  var areUnread: Bool { skipped != nil || contradicted != nil }

  /// A local time that comes twice
  struct DoubledTime {
    /// The reading, by its place in the file
    let reading: Int

    /// On the clocks of the file
    let local: LocalDateTime
    let first: Instant
    let second: Instant
    let place: Place
  }

  /// The first byte, the line and the column of a time
  struct Place {
    let start: Int
    let line: Int
    let column: Int

    fileprivate init(_ cell: Cell, in file: TextFile) {
      start = cell.start
      line = cell.line
      column = file.column(of: cell.start)
    }
  }

  init(zone: Zone) { self.zone = zone }

  /// The instant of the next reading; the first of two
  mutating func instant(
    of moment: WrittenMoment, _ cell: Cell, in file: TextFile
  ) -> RecordedInstant? {
    isLastLocal = moment.isLocal
    guard moment.isLocal else { return moment.instant(in: zone) }
    if let stated, contradicted == nil, moment.zoneName == nil,
      let found = moment.instant(in: zone),
      zone.offset(at: Instant(seconds: found.seconds)) != stated.offset
    {
      contradicted = Place(cell, in: file)
    }
    if !steady.contains(moment.seconds) {
      guard let found = moment.instant(in: zone) else { return nil }
      if !find(moment, cell, in: file) { return found }
    }
    let found = RecordedInstant(seconds: moment.seconds - offset, fraction: moment.fraction)
    return found.instant.isWritable ? found : nil
  }

  /// Notes the zone that a line above the header names
  ///
  /// A name of the zone database is not compared.
  mutating func note(_ zone: StatedZone) {
    stated = zone.offset.map { (zone: zone, offset: $0) }
  }

  /// Notes that a reading with the last time was added
  mutating func add() { isLocal.append(isLastLocal) }

  /// Looks a time up; false if its clocks are changed near it
  private mutating func find(_ moment: WrittenMoment, _ cell: Cell, in file: TextFile) -> Bool {
    switch zone.occurrences(of: moment.local) {
    case .once(let instant):
      // A day on each side is more than clocks are ever set back or forward.
      let start = zone.previousTransition(upTo: instant)?.seconds ?? Instant.distantPast.seconds
      let end = zone.nextTransition(after: instant)?.seconds ?? Instant.distantFuture.seconds
      offset = zone.offset(at: instant)
      let day = LocalDateTime.secondsPerDay
      steady = start + offset + day..<max(start + offset + day, end + offset - day)
      return steady.contains(moment.seconds)
    case .twice(let first, let second):
      doubled.append(
        DoubledTime(
          reading: isLocal.count, local: moment.local, first: first, second: second,
          place: Place(cell, in: file)))
    case .never:
      if skipped == nil { skipped = (moment.local, Place(cell, in: file)) }
    }
    return false
  }
}

// MARK: - The rows around

extension LocalTimes {
  /// A reading whose time the rows do not decide
  package struct Undecided {
    /// The reading at the first of its two instants, and the second
    package let reading: RecordedReading
    package let second: RecordedInstant
  }

  /// Puts the readings of doubled times to their instants, and takes out those that cannot be read
  ///
  /// - Returns: the readings whose time is one of two.
  func resolve(
    _ readings: inout [RecordedReading], in file: TextFile, _ problems: inout ProblemList
  ) -> [Undecided] {
    if let contradicted, let stated {
      let kind = RecordingProblem.Kind.otherZone(
        line: stated.zone.line, name: stated.zone.name, option: stated.zone.option)
      problems.append(problem(kind, at: contradicted, in: file))
      readings = readings.indices.filter { !isLocal[$0] }.map { readings[$0] }
      return []
    }
    if let skipped {
      // The instant of a time that clocks skip is counted from the offset before.
      let before = zone.instant(of: skipped.local).seconds - 1
      let kind = RecordingProblem.Kind.skippedTime(
        time: Self.time(skipped.local), day: Self.day(skipped.local),
        offset: standardOffset(near: Instant(seconds: before)))
      problems.append(problem(kind, at: skipped.place, in: file))
      readings = readings.indices.filter { !isLocal[$0] }.map { readings[$0] }
      return []
    }
    guard !doubled.isEmpty else { return [] }
    var undecided: [Int] = []
    for group in groups(readings) {
      for (index, isSecond) in sides(of: group, readings) {
        let found = doubled[index]
        guard let isSecond else {
          undecided.append(index)
          continue
        }
        if isSecond { readings[found.reading].time = second(found, readings) }
      }
    }
    return take(undecided.sorted(), from: &readings, in: file, &problems)
  }

  /// The doubled times and their neighbours, as places in the file, grouped by the values of the parameters
  private func groups(_ readings: [RecordedReading]) -> [[Int]] {
    var groups: [[Value?]: Int] = [:]
    var members: [[Int]] = []
    for index in readings.indices where isLocal[index] {
      let group = groups[readings[index].arguments] ?? members.count
      if group == members.count {
        groups[readings[index].arguments] = group
        members.append([])
      }
      members[group].append(index)
    }
    return members
  }

  /// The second instant of a doubled time, with the fraction of its reading
  private func second(_ time: DoubledTime, _ readings: [RecordedReading]) -> RecordedInstant {
    RecordedInstant(
      seconds: time.second.seconds, fraction: readings[time.reading].time.fraction)
  }

  /// Takes readings out, and warns of each day once
  private func take(
    _ undecided: [Int], from readings: inout [RecordedReading], in file: TextFile,
    _ problems: inout ProblemList
  ) -> [Undecided] {
    guard !undecided.isEmpty else { return [] }
    var days: Set<CivilDate> = []
    for index in undecided {
      let time = doubled[index]
      guard days.insert(time.local.date).inserted else { continue }
      let (from, to) = hour(of: time)
      let kind = RecordingProblem.Kind.doubledTime(
        from: Self.time(from), to: Self.time(to), day: Self.day(from),
        offset: Self.offset(zone.offset(at: time.second)))
      problems.append(problem(kind, at: time.place, in: file))
    }
    let found = undecided.map { index in
      Undecided(
        reading: readings[doubled[index].reading], second: second(doubled[index], readings))
    }
    let taken = Set(undecided.map { doubled[$0].reading })
    readings = readings.indices.filter { !taken.contains($0) }.map { readings[$0] }
    return found
  }

  /// The local times over which the clocks are set back
  private func hour(of time: DoubledTime) -> (from: LocalDateTime, to: LocalDateTime) {
    let change = zone.nextTransition(after: time.first) ?? time.second
    let before = zone.offset(at: time.first)
    return (zone.local(at: change), LocalDateTime(secondsSinceEpoch: change.seconds + before))
  }

  private func problem(
    _ kind: RecordingProblem.Kind, at place: Place, in file: TextFile
  ) -> RecordingProblem {
    RecordingProblem(kind: kind, file: file.path, line: place.line, column: place.column)
  }

  /// The smaller offset around a change of the clocks, which a clock that never changes has
  private func standardOffset(near instant: Instant) -> String {
    let day = LocalDateTime.secondsPerDay
    let offsets = [-day, day].map { zone.offset(at: Instant(seconds: instant.seconds + $0)) }
    return Self.offset(min(offsets[0], offsets[1]))
  }

  /// An offset as an option writes it: `+01:00`
  private static func offset(_ seconds: Int64) -> String {
    let minutes = Int(abs(seconds) / 60)
    return (seconds < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
  }

  /// A local time as messages write it: `02:30`
  private static func time(_ local: LocalDateTime) -> String {
    "\(two(local.hour)):\(two(local.minute))"
  }

  /// The day of a local time as messages write it: `2026-10-25`
  private static func day(_ local: LocalDateTime) -> String {
    "\(local.date.year)-\(two(local.date.month))-\(two(local.date.day))"
  }

  /// A number in two digits
  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

// MARK: - The order of rows

extension LocalTimes {
  /// A row of a group: its local time, and the doubled time that it has
  private struct Step {
    let local: Int64
    let fraction: UInt64
    let doubled: Int?

    static func < (left: Step, right: Step) -> Bool {
      left.local == right.local ? left.fraction < right.fraction : left.local < right.local
    }
  }

  /// For each doubled time of a group, whether it is the second instant; `nil` if the rows do not say
  private func sides(
    of group: [Int], _ readings: [RecordedReading]
  ) -> [(index: Int, isSecond: Bool?)] {
    var next = 0
    let steps = group.map { reading -> Step in
      while next < doubled.count, doubled[next].reading < reading { next += 1 }
      let time = readings[reading].time
      if next < doubled.count, doubled[next].reading == reading {
        let local = doubled[next].local.secondsSinceEpoch
        return Step(local: local, fraction: time.fraction, doubled: next)
      }
      let local = time.seconds + zone.offset(at: Instant(seconds: time.seconds))
      return Step(local: local, fraction: time.fraction, doubled: nil)
    }
    let pairs = zip(steps, steps.dropFirst()).filter { $0.doubled == nil || $1.doubled == nil }
    let earlier = group.first.flatMap { orders[readings[$0].arguments] } ?? Order()
    let rises = earlier.rises || pairs.contains { $0 < $1 }
    let falls = earlier.falls || pairs.contains { $1 < $0 }
    // Without a row outside the hour the order is not known: a row to come may show either.
    guard rises != falls else { return steps.compactMap { $0.doubled }.map { ($0, nil) } }
    return runs(of: falls ? steps.reversed() : steps)
  }

  /// The same for rows in ascending order
  private func runs(of steps: [Step]) -> [(index: Int, isSecond: Bool?)] {
    var sides: [(index: Int, isSecond: Bool?)] = []
    var start = 0
    while start < steps.count {
      guard let first = steps[start].doubled else {
        start += 1
        continue
      }
      var end = start + 1
      while end < steps.count, let other = steps[end].doubled, isSameHour(first, other) { end += 1 }
      let hasRowsAround = start > 0 && end < steps.count
      let winter = Self.winter(in: steps[start..<end], hasRowsAround: hasRowsAround)
      for index in start..<end {
        guard let doubled = steps[index].doubled else { continue }
        sides.append((doubled, winter.map { index >= $0 }))
      }
      start = end
    }
    return sides
  }

  /// `true` if two doubled times are of one change of the clocks
  private func isSameHour(_ left: Int, _ right: Int) -> Bool {
    zone.nextTransition(after: doubled[left].first)
      == zone.nextTransition(after: doubled[right].first)
  }

  /// The first row of the second pass through a doubled hour, or `nil` if the rows do not say
  private static func winter(in run: ArraySlice<Step>, hasRowsAround: Bool) -> Int? {
    let backs = run.indices.dropFirst().filter { run[$0] < run[$0 - 1] }
    if backs.count == 1 { return backs.first }
    guard backs.isEmpty, run.count == 2, hasRowsAround,
      !(run[run.startIndex] < run[run.startIndex + 1])
    else { return nil }
    return run.startIndex + 1
  }
}
