internal import OppModel

/// The restoring of conditions and Opps
extension Engine {
  /// Restores what the operators that look back remember, for those whose meaning has an entry
  mutating func restoreInstances(_ restoring: inout Restoring) {
    for index in 0..<Int32(truncatingIfNeeded: instances.count) {
      guard let key = memoryKey(ofInstance: index), var reader = restoring.reader(key, graph)
      else { continue }
      let slot = Int(instances.slot[Int(index)])
      let template = Int(instances.template[Int(index)])
      switch code[template].instruction {
      case .lastKnown: restoreLastKnown(slot, graph.nodes[template].type, &reader, &restoring)
      case .window: restoreWindow(index, key, &reader, &restoring)
      default: restoreTruth(slot, &reader, &restoring)
      }
    }
  }

  /// Restores the history of a truth
  private mutating func restoreTruth(
    _ slot: Int, _ reader: inout MemoryReader, _ restoring: inout Restoring
  ) {
    var state = truthMemories[slot].state
    state.current = reader.truth()
    state.last.no = reader.second()
    state.last.unknown = reader.second()
    state.last.yes = reader.second()
    state.began = reader.optionalSecond()
    if restoring.accepts(reader) { truthMemories[slot] = TruthHistory(state) }
  }

  /// Restores the last known value of a reading
  private mutating func restoreLastKnown(
    _ slot: Int, _ type: ValueType, _ reader: inout MemoryReader, _ restoring: inout Restoring
  ) {
    var reading = reader.reading(type, &pool)
    reading.until = reading.drifts ? reader.second() : now
    if restoring.accepts(reader) { lastKnownMemories[slot] = LastKnownValue(reading) }
  }

  // MARK: Windows

  /// Restores a window from its entry and those of its stretches; where one of them cannot be read, it begins anew
  private mutating func restoreWindow(
    _ instance: Int32, _ key: String, _ reader: inout MemoryReader, _ restoring: inout Restoring
  ) {
    let slot = Int(instances.slot[Int(instance)])
    let origins = WindowOrigins(below: instance, in: self)
    var window = windows[slot]
    window.lastPosition = reader.position()
    var overflows: [Int64?] = []
    for _ in window.histories { overflows.append(reader.optionalSecond()) }
    var stretches: [[Int64]] = []
    for _ in 0...WindowParts.travelSeries {
      var numbers: [Int64] = []
      for _ in 0..<reader.count() { numbers.append(reader.second()) }
      stretches.append(numbers)
    }
    guard restoring.accepts(reader) else { return }
    for index in window.histories.indices {
      var history = History()
      for number in stretches[index] {
        let part = WindowParts.key(key, index, number)
        guard var reader = restoring.reader(part, graph) else { return }
        reader.steps(&history)
        guard restoring.accepts(reader) else { return }
      }
      history.restore(overflow: overflows[index])
      window.histories[index] = history
    }
    for number in stretches[WindowParts.lineSeries] {
      let part = WindowParts.key(key, WindowParts.lineSeries, number)
      guard var reader = restoring.reader(part, graph) else { return }
      for _ in 0..<reader.count() {
        let (start, value, rate) = (reader.second(), reader.number(), reader.number())
        window.lines.append(
          WindowState.Line(
            start: start, value: value, rate: rate, origin: origins.read(&reader, &pool)))
      }
      guard restoring.accepts(reader) else { return }
    }
    for number in stretches[WindowParts.travelSeries] {
      let part = WindowParts.key(key, WindowParts.travelSeries, number)
      guard var reader = restoring.reader(part, graph) else { return }
      for _ in 0..<reader.count() {
        window.travel.append(WindowState.Way(start: reader.second(), quanta: reader.wide()))
      }
      guard restoring.accepts(reader) else { return }
    }
    windows[slot] = window
  }

  // MARK: Opps

  /// Restores the overrides of Opps; a choice counts as long as the rules still say what it overrides
  mutating func restoreControls(_ restoring: inout Restoring) {
    for rule in graph.rules {
      guard var reader = restoring.reader(memoryKey(ofControl: rule.name), graph) else { continue }
      var control = OppControl()
      let isDisabled = reader.truth()
      let overrides = reader.isTrue()
      control.snoozedUntil = reader.optionalSecond()
      if isDisabled != .unknown, overrides == rule.isDisabled {
        control.choice = OppControl.Choice(
          isDisabled: isDisabled == .true, overrides: overrides)
      }
      if restoring.accepts(reader) { controls[rule.name] = control }
    }
    for index in opps.indices {
      let rule = opps[index].rule
      opps[index].isDisabled = isDisabled(rule: rule)
    }
  }

  /// Restores the state of all Opps; one without an entry is new, and looked at from the next step on
  mutating func restoreOpps(_ restoring: inout Restoring) {
    for index in opps.indices {
      let opp = Int32(truncatingIfNeeded: index)
      // Events of the last second that was run do not happen again.
      for event in opps[index].events.indices { opps[index].events[event].reachedSecond = now }
      guard var reader = restoring.reader(memoryKey(ofOpp: opp), graph) else {
        opps[index].isNew = true
        continue
      }
      restoreOpp(index, &reader, &restoring)
      opps[index].lastExamined = now
      awaitEndOfSnooze(opp)
      awaitEndOfIdleness(opp)
      let state = opps[index]
      if !state.events.isEmpty || state.anchor != nil || state.lastKnown == .unknown {
        // Its timers are set when it is looked at; one that was just enabled fires if it is true.
        oppTimers.insert(opp, at: Seconds.add(now, 1))
      }
    }
  }

  /// Restores one Opp
  ///
  /// Limits and snoozes count whatever its condition is now; its last truth, pending events and anchor only if the
  /// condition is the same.
  private mutating func restoreOpp(
    _ index: Int, _ reader: inout MemoryReader, _ restoring: inout Restoring
  ) {
    var opp = opps[index]
    let rule = graph.rules[opp.rule]
    let isSame = reader.word() == meanings.conditions[opp.rule].text
    let lastKnown = reader.truth()
    let anchor = reader.optionalSecond()
    if isSame {
      opp.lastKnown = lastKnown
      opp.anchor = anchor
    } else {
      // It waits for something else now, so that its last known truth does not count.
      opp.isNew = true
    }
    let period = reader.word()
    let (number, count) = (reader.second(), reader.second())
    if period == rule.limit?.period.memoryWord {
      opp.period = number
      opp.count = Int(clamping: max(0, count))
    }
    for _ in 0..<reader.count() { opp.recent.append(reader.second()) }
    opp.snoozedUntil = reader.optionalSecond()
    opp.wasSnoozedAway = reader.isTrue()
    opp.lastFired = reader.optionalSecond()
    for _ in 0..<reader.count() { readEvent(of: rule, &opp, &reader) }
    var pending: [PendingEvent] = []
    for _ in 0..<reader.count() {
      let (second, deadline) = (reader.second(), reader.second())
      guard let kind = PendingEvent.Kind(memoryWord: reader.word()) else {
        reader.fail()
        continue
      }
      pending.append(
        PendingEvent(
          opp: Int32(truncatingIfNeeded: index), second: second, deadline: deadline, kind: kind))
    }
    readLostSight(of: isSame, &opp, &reader)
    if restoring.accepts(reader) {
      opps[index] = opp
      // An event of a condition that is another one now waits for nothing.
      for event in pending where isSame {
        pendingEvents.append(event)
        oppTimers.insert(event.opp, at: event.deadline)
      }
    } else {
      opps[index].isNew = true
    }
  }

  /// Restores what was lost sight of while it was idle; an entry of an earlier version does not have that
  private func readLostSight(
    of isSame: Bool, _ opp: inout OppState, _ reader: inout MemoryReader
  ) {
    if reader.isAtEnd { return }
    let isLost = reader.isTrue()
    if isSame { opp.isLostSightOf = isLost }
    for _ in 0..<reader.count() {
      let meaning = reader.word()
      let place = meanings.events[opp.rule].firstIndex { $0.text == meaning }
      guard let place, opp.events.indices.contains(place) else { continue }
      opp.events[place].isLostSightOf = true
    }
  }

  /// Restores the state of an event, found by its meaning among those that the Opp has now
  private mutating func readEvent(
    of rule: Rule, _ opp: inout OppState, _ reader: inout MemoryReader
  ) {
    let meaning = reader.word()
    let place = meanings.events[opp.rule].firstIndex { $0.text == meaning }
    let lastTruth = reader.truth()
    let type = place.map { graph.typeOfValue(rule.events[$0]) } ?? .number
    let lastValue = reader.reading(type, &pool)
    let reached = reader.truth()
    let day = reader.second()
    guard let place, opp.events.indices.contains(place) else { return }
    opp.events[place].lastTruth = lastTruth
    opp.events[place].lastValue = lastValue
    opp.events[place].reached = reached
    opp.events[place].reachedDay = day
  }
}

extension MemoryReader {
  /// Reads the steps of one stretch of a window's history
  fileprivate mutating func steps(_ history: inout History) {
    let count = count()
    guard count > 0 else { return }
    let sum = (quanta: wide(), known: second())
    for index in 0..<count {
      let start = second()
      let value = optionalNumber()
      guard history.restore(value, at: start, sum: index == 0 ? sum : nil) else { return fail() }
    }
  }
}
