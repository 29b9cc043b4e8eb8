internal import OppModel

/// The events of the sun, those of one crossing at one place together
///
/// A person's sunset comes some seconds earlier or later with each step to the west or the east. Of all Opps with `on sunset -
/// 20min` and other offsets only the next event is looked for then, and no Opp is examined before its own.
///
/// ```
///   offsets                   -95 min    -20 min    -5 min
///   sunset at 18:05:00        16:30:00   17:45:00   18:00:00     at 17:00 the next wake is 17:45:00
///   sunset at 18:04:30, west  16:29:30   17:44:30   17:59:30                               17:44:30
/// ```
struct SunEvents: Sendable {
  private var groups: [Group] = []

  /// By place: its groups
  private var groupsOfPlace: [InstanceID: [SunGroupID]] = [:]

  /// The groups by their next events; an entry counts if that is still the next one
  private var timers = TimerHeap<SunGroupID>()

  /// The groups with an event that has not been looked at
  private var unsettled: [SunGroupID] = []

  /// The events of one crossing at one place, whose offsets are within a day of each other
  private struct Group {
    let field: SunField
    let place: InstanceID

    /// The offsets in whole days, rounded down, so that few crossings lie between two of them
    let days: Int64

    /// Ascending
    var offsets: [Int64]

    /// The Opp of each offset
    var opps: [OppID]

    /// The second of the next event; never where the place is not known
    var next = Seconds.never

    /// The first place whose offset is not less than another, found by halving; the count if there is none
    func firstIndex(atLeast offset: Int64) -> Int {
      offsets.indices.partitionPoint { offsets[$0] >= offset }
    }
  }

  init() {}

  /// Adds an event of an Opp
  ///
  /// - Parameter offset: the seconds after the crossing.
  /// - Complexity: linear in the events of its group.
  mutating func add(_ opp: OppID, _ field: SunField, _ place: InstanceID, _ offset: Int64) {
    let days = offset >= 0 ? offset / 86_400 : -(Seconds.subtract(86_399, offset) / 86_400)
    let found = groupsOfPlace[place]?.first {
      groups[$0].field == field && groups[$0].days == days
    }
    let group = found ?? SunGroupID(groups.count)
    if found == nil {
      groups.append(Group(field: field, place: place, days: days, offsets: [], opps: []))
      groupsOfPlace[place, default: []].append(group)
    }
    let index = groups[group].firstIndex(atLeast: offset + 1)
    groups[group].offsets.insert(offset, at: index)
    groups[group].opps.insert(opp, at: index)
    if unsettled.last != group { unsettled.append(group) }
  }

  /// The second of the next event, or an earlier one to look for it again; never if there is none
  ///
  /// Entries that are out of date are removed on the way.
  mutating func nextWake() -> Int64 {
    while let first = timers.first {
      if groups[first.element].next == first.second { return first.second }
      timers.removeFirst()
    }
    return Seconds.never
  }

  /// Touches the Opps with an event at this second, and finds the next events of groups that had one or whose places moved
  mutating func touchDue(_ evaluator: inout Evaluator) {
    for group in unsettled { settle(group, &evaluator) }
    unsettled.empty()
    for place in evaluator.notices.sunPlaces.takeAll() {
      for group in groupsOfPlace[place] ?? [] { settle(group, &evaluator) }
    }
    while let first = timers.first, first.second <= evaluator.now {
      timers.removeFirst()
      if groups[first.element].next == first.second { settle(first.element, &evaluator) }
    }
  }

  /// Touches the Opps of a group with an event at this second, and finds its next one
  ///
  /// - Complexity: logarithmic in its events, with the sun's crossings of two days, or of three between two events of a day.
  private mutating func settle(_ group: SunGroupID, _ evaluator: inout Evaluator) {
    let next = nextEvent(of: group, &evaluator)
    guard groups[group].next != next else { return }
    groups[group].next = next
    timers.insert(group, at: next)
  }

  /// The second of the next event of a group, whose Opps with an event at this second are touched; if the sun does not cross
  /// for days, a second of tomorrow at which it is looked at again
  private func nextEvent(of group: SunGroupID, _ evaluator: inout Evaluator) -> Int64 {
    let (now, zone, own) = (evaluator.now, evaluator.zone, groups[group])
    guard let least = own.offsets.first, let most = own.offsets.last,
      let position = evaluator.pool.position(evaluator.instances.readings[own.place])
    else { return Seconds.never }
    var next = Seconds.never
    var second = Seconds.subtract(now, most)
    while let crossing = evaluator.suns.firstCrossing(
      own.field, notBefore: second, position, zone)
    {
      // The offset with which the event of this crossing is now.
      let present = Seconds.subtract(now, crossing)
      var index = own.firstIndex(atLeast: present)
      while index < own.offsets.count, own.offsets[index] == present {
        evaluator.notices.touch(own.opps[index])
        index += 1
      }
      if index < own.offsets.count {
        next = min(next, Seconds.add(crossing, own.offsets[index]))
      }
      // Those of lesser offsets have their next event at a later crossing.
      if least > present || Seconds.add(crossing, least) >= next { break }
      second = Seconds.add(crossing, 1)
    }
    return next < Seconds.never ? next : Seconds.add(now, 86_400)
  }
}
