internal import OppModel

/// Events at whose second it was not known whether the condition held
extension Engine {
  /// How long after the present second the machine is awake, where time was slept through
  private var lateness: Int64 { Seconds.subtract(target, now) }

  /// Whether the present second is too long ago to tell anybody of it
  var isTooLate: Bool {
    guard let patience else { return false }
    return lateness > patience.lateness
  }

  /// Has an event wait for readings that are missing
  mutating func wait(for opp: Int32, isRemoval: Bool) {
    guard let patience else { return }
    let instance = isRemoval ? opps[Int(opp)].condition : opps[Int(opp)].whole
    guard let instance, isMissingReadings(instance) else { return }
    let time = lateness > patience.waiting ? patience.lateness : patience.waiting
    let deadline = Seconds.add(now, time)
    pendingEvents.append(
      PendingEvent(opp: opp, second: now, deadline: deadline, isRemoval: isRemoval))
    oppTimers.insert(opp, at: deadline)
  }

  func isPending(_ opp: Int32) -> Bool { pendingEvents.contains { $0.opp == opp } }

  /// Fires, drops or gives up the events that waited
  mutating func settlePending() {
    guard let patience, !pendingEvents.isEmpty else { return }
    let pending = pendingEvents
    pendingEvents = []
    var ready: [PendingEvent] = []
    for event in pending {
      marks.opp(event.opp)
      let place = Int(event.opp)
      switch truth(event.isRemoval ? opps[place].condition : opps[place].whole) {
      case .true: ready.append(event)
      case .false: break
      case .unknown: keep(event, patience)
      }
    }
    ready.sort {
      $0.second == $1.second ? comesBefore($0.opp, $1.opp) : $0.second < $1.second
    }
    for event in ready {
      let place = Int(event.opp)
      guard !opps[place].isDisabled, !isSnoozed(place, happens: true), isAllowed(event.opp)
      else { continue }
      opps[place].lastFired = event.second
      if opps[place].repetition > 0, !event.isRemoval {
        opps[place].anchor = now
        oppTimers.insert(event.opp, at: Seconds.add(now, opps[place].repetition))
      }
      fire(event.opp, at: event.second)
    }
  }

  private mutating func keep(_ event: PendingEvent, _ patience: Patience) {
    guard now >= event.deadline else {
      pendingEvents.append(event)
      return
    }
    let last = Seconds.add(event.second, patience.lateness)
    guard lateness > patience.waiting, event.deadline < last else {
      let instance = event.isRemoval ? opps[Int(event.opp)].condition : opps[Int(event.opp)].whole
      miss(event.opp, at: event.second, .undecided(instance.map { reasons(of: $0) } ?? []))
      return
    }
    // The machine slept while the event waited.
    var later = event
    later.deadline = last
    pendingEvents.append(later)
    oppTimers.insert(event.opp, at: last)
  }

  /// An event is missed; a condition is told of later, if it is still true then
  mutating func sleepThrough(_ opp: Int32, _ before: Truth) {
    guard opps[Int(opp)].events.isEmpty else {
      miss(opp, at: now, .slept)
      return
    }
    opps[Int(opp)].lastKnown = before
    touch(opp)
  }

  mutating func miss(_ opp: Int32, at second: Int64, _ reason: MissedEvent.Reason) {
    let state = opps[Int(opp)]
    outcome.missed.append(
      MissedEvent(
        rule: state.rule, opp: graph.rules[state.rule].name,
        row: state.row >= 0 ? rowID(state.row) : nil, at: Instant(seconds: second),
        reason: reason))
  }

  private mutating func isMissingReadings(_ instance: Int32) -> Bool {
    reasons(of: instance).contains { reason in
      switch reason {
      case .noReading, .stale, .unavailable, .unknownTable, .addressNotFoundYet,
        .placesNotFoundYet, .notLookedUp, .noPlace:
        true
      default: false
      }
    }
  }
}
