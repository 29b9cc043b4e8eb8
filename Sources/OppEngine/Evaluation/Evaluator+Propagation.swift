internal import OppModel

/// The propagation of changes from operands to their dependents
///
/// Most changes of an operand change nothing above it, and many of these are seen without evaluating anything: a scalar
/// that moves changes only the comparisons whose thresholds it reaches (``ThresholdIndex``), and steady ones at once.
///
/// Functions that only read are inlined here: a call would be handed a copy of the whole engine.
///
/// `opp "x" when temp > 20C and sky == sunny`, with 18 °C and a sunny sky, when a reading of 19 °C and the same
/// sky arrives: both leaves are evaluated, and nothing else, as the threshold 20 does not lie from 18 through 19. When
/// 21 °C arrives, the comparison and the `and` are evaluated too, and the Opp is examined.
extension Evaluator {
  /// Evaluates the marked instances, and those that they mark, in the order of the graph, and settles the counts
  ///
  /// Each instance is evaluated once, and again only if it follows new places, or a `began` that is counted.
  mutating func propagate() {
    evaluateMarked()
    if !junctions.isEmpty { settleJunctions() }
  }

  /// Evaluates the marked instances, and those that they mark, but for counted ones
  mutating func evaluateMarked() {
    repeat {
      facts.hasNewPlaces = false
      var next = dirty.first(from: TemplateID(0))
      while let template = next {
        if dirty.removePlain(template) { refresh(InstanceID(template)) }
        for instance in dirty.removeListed(template) {
          if isOver() { return }
          refresh(instance)
        }
        if isOver() { return }
        next = dirty.first(after: template)
      }
      // Rows of places that came in this walk are evaluated in the next one, and what follows them again.
      isEvaluated = true
    } while facts.hasNewPlaces
  }

  /// Evaluates an instance, and marks the dependents that the change of its reading concerns
  private mutating func refresh(_ instance: InstanceID) {
    if let slot = sweptSlot(of: instance), sweepWindows(besides: instance, slot) { return }
    if suspends(instance) { return }
    take(evaluate(instance), of: instance)
  }

  /// Takes the new reading of an instance, and marks the dependents that its change concerns
  ///
  /// - Parameter awaits: whether it is evaluated again at its horizon; else another instance sees to that.
  @inline(__always)
  mutating func take(_ new: Reading, of instance: InstanceID, awaits: Bool = true) {
    work.evaluations += 1
    let before = instances.readings[instance]
    var reading = new
    if reading.until <= now { reading.until = Seconds.add(now, 1) }
    let isSame = reading.hasSameContent(as: before)
    let template = instances.template[instance]
    if !awaits {
      instances.alarm[instance] = reading.until
    } else if code[template].ownsHorizon {
      awaitHorizon(reading.until, of: instance, isAnchor: code[template].isAnchor)
    }
    // A leaf that has turned with its signal since still has the reading of when it was last evaluated.
    if !junctions.isEmpty { junctions.set(instance, to: reading.kind) }
    if isSame, reading.until == before.until { return }
    instances.readings[instance] = reading
    if awaits, reading.until != before.until, code[template].isAnchor {
      wakes.insert(instance, at: reading.until, now: now)
    }
    if areNeedsOutdated, turnsNothing(reading, of: instance) { return }
    spread(instance, before, reading, isSame)
  }

  /// Counts, marks and notifies the dependents of an instance whose reading has changed
  private mutating func spread(
    _ instance: InstanceID, _ before: Reading, _ reading: Reading, _ isSame: Bool
  ) {
    if let signal = JunctionNetwork.place(instance, in: junctions.signalOfInstance) {
      moveSignal(signal, to: signalReading(reading, of: instance))
    }
    noteForNeeds(instance, before, reading, isSame: isSame)
    guard instances.hasFollowers(instance) else { return }
    // Until all have been evaluated all are marked, and only the rows of an aggregate are to be noted.
    if isEvaluated || instances.hasRowDependents, !marksFirstWindow(over: instance) {
      markDependents(of: instance, before, isSame)
    }
    if isEvaluated { markThresholds(of: instance, before, reading) }
    // Opps and watches depend on the value, not on the horizon.
    if !isSame { notifyObservers(of: instance, reading) }
  }

  /// Turns a comparison of a steady scalar with a constant, and marks its dependents
  ///
  /// ``refresh(_:)`` would come to the same: it had the other truth, for it was evaluated when the scalar was first as
  /// steady as it is, and has turned with it since; its horizon is that of the scalar, which stays as it was.
  private mutating func turn(_ comparison: InstanceID, to isTrue: Bool, until: Int64) {
    work.evaluations += 1
    instances.readings[comparison].kind = isTrue ? .yes : .no
    junctions.set(comparison, to: isTrue ? .yes : .no)
    spread(comparison, .truth(!isTrue, until: until), .truth(isTrue, until: until), false)
  }

  /// Marks the dependents of the instance, but for those that its change cannot change
  private mutating func markDependents(
    of instance: InstanceID, _ before: Reading, _ isSame: Bool
  ) {
    var next = instances.firstDependent(of: instance)
    while let link = next {
      let dependent = instances.dependent(link)
      next = dependent.next
      if let row = dependent.row {
        if isSame, !before.drifts { continue }
        if let slot = instances.slot(of: dependent.instance) {
          aggregates[slot].changed.append(row)
        }
      } else if dirty.has(dependent.instance) {
        continue
      } else if !junctions.isEmpty, junctions.isSuspended(dependent.instance) {
        continue
      } else if isEvaluated, code[instances.template[dependent.instance]].isMovingDistance,
        staysFar(dependent.instance)
      {
        continue
      }
      markDirty(dependent.instance)
    }
  }

  /// Marks the comparisons with constants that a change meets or passes
  private mutating func markThresholds(
    of instance: InstanceID, _ before: Reading, _ reading: Reading
  ) {
    guard instances.hasThresholds(instance) else { return }
    let isSteady =
      before.kind == .scalar && reading.kind == .scalar && before.until == reading.until
    let places = instances.thresholds(of: instance, reachedFrom: before, to: reading)
    if places.isEmpty { return }
    guard isSteady else {
      for place in places { markDirty(instances.comparison(at: place, of: instance)) }
      return
    }
    for place in places {
      let comparison = instances.comparison(at: place, of: instance)
      switch instances.turn(at: place, of: instance, from: before.first, to: reading.first) {
      case .stays: break
      case .toTrue: turn(comparison, to: true, until: reading.until)
      case .toFalse: turn(comparison, to: false, until: reading.until)
      case nil: markDirty(comparison)
      }
    }
  }

  /// Has an instance marked at its horizon, unless that is the horizon of an operand
  ///
  /// The operand may come to hold for longer while this instance does not, so that a horizon that is as
  /// it was may still need a timer of its own.
  ///
  /// - Parameter isAnchor: whether it is woken at each of its horizons, and so needs no timer.
  private mutating func awaitHorizon(_ until: Int64, of instance: InstanceID, isAnchor: Bool) {
    guard instances.alarm[instance] != until, !isInherited(until, by: instance) else { return }
    instances.alarm[instance] = until
    if !isAnchor { timers.insert(instance, at: until, now: now) }
  }

  /// Whether a horizon is that of an operand, at which its dependents are evaluated anyway
  @inline(__always)
  private func isInherited(_ until: Int64, by instance: InstanceID) -> Bool {
    for index in 0..<instances.operandCount(of: instance)
    where instances.readings[instances.operand(index, of: instance)].until == until {
      return true
    }
    return false
  }

  /// Notifies the Opps and the traces of an instance of its new value
  mutating func notifyObservers(of instance: InstanceID, _ reading: Reading) {
    var next = instances.firstObserver(of: instance)
    while let link = next {
      let own = instances.observer(link)
      next = own.next
      switch own.observer {
      case .opp(let opp): notices.touch(opp)
      case .oppAtEvents(let opp): if followsConditions { notices.touch(opp) }
      case .oppAtRises: break
      case .oppAtSun: notices.add(sunPlace: instance)
      case .watch(let watch):
        notices.add(Notices.WatchedReading(watch: watch, reading: reading))
      }
    }
  }

  /// Whether the conditions of Opps that wait for events are followed from change to change
  ///
  /// A replay needs their truth at the events only: a table of thousands of rows may have as many Opps, and each
  /// change of a shared part would have all of them examined.
  private var followsConditions: Bool { facts.fetchable.isAny || marks.isOn || tracesConditions }
}
