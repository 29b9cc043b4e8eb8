internal import OppModel

/// The second until which something settled stays so, whatever comes of the due subjects
///
/// The engine's own horizons trust readings that are due, for they still count. Where another operand makes
/// a due fetch needless for a condition, the condition is looked at again at that operand's horizon:
///
///     opp "x" when c and d      // the reading of c is due, d is false until 12:20
///
/// The fetch of c is needless now, and may become necessary at 12:20, which is the horizon of the needs.
///
/// A second here is the first at which it may be otherwise; ``Seconds/never`` where time alone changes nothing.
extension Engine {
  /// The first second at which a settled instance may be another one
  mutating func settledUntil(_ instance: Int32, _ work: inout DemandBuilder) -> Int64 {
    guard work.isAffected(instance) else { return instances.readings[Int(instance)].until }
    if let known = work.marks[Int(instance)].settledUntil { return known }
    let until = max(ownSettledUntil(instance, &work), Seconds.add(now, 1))
    work.marks[Int(instance)].settledUntil = until
    return until
  }

  /// The second of an affected instance, by its operator
  private mutating func ownSettledUntil(_ instance: Int32, _ work: inout DemandBuilder) -> Int64 {
    switch code[Int(instances.template[Int(instance)])].instruction {
    case .and, .membership: return junctionUntil(instance, deciding: .false, &work)
    case .or: return junctionUntil(instance, deciding: .true, &work)
    case .conditional:
      let condition = instances.operand(0, of: instance)
      let until = settledUntil(condition, &work)
      switch instances.readings[Int(condition)].truth {
      case .true: return min(until, settledUntil(instances.operand(1, of: instance), &work))
      case .false: return min(until, settledUntil(instances.operand(2, of: instance), &work))
      case .unknown: return until
      }
    case .lasting(let duration): return lastingUntil(instance, .false, duration, &work)
    case .withinLast(let duration): return lastingUntil(instance, .true, duration, &work)
    case .aggregate: return aggregateUntil(instance, &work)
    default: return operandsUntil(instance, &work)
    }
  }

  /// That of `and` or `or`: as long as one of the operands decides it, else until the first operand changes
  private mutating func junctionUntil(
    _ instance: Int32, deciding: Truth, _ work: inout DemandBuilder
  ) -> Int64 {
    var decided = Seconds.past
    var earliest = Seconds.never
    for index in 0..<instances.operandCount(of: instance) {
      let operand = instances.operand(index, of: instance)
      guard sole(operand, &work) == .none else { continue }
      let until = settledUntil(operand, &work)
      if instances.readings[Int(operand)].truth == deciding {
        decided = max(decided, until)
      } else {
        earliest = min(earliest, until)
      }
    }
    return decided > Seconds.past ? decided : earliest
  }

  /// That of `for` or `within last`, where the past alone may decide for a while
  private mutating func lastingUntil(
    _ instance: Int32, _ wanted: Truth, _ duration: Int64, _ work: inout DemandBuilder
  ) -> Int64 {
    let operand = instances.operand(0, of: instance)
    guard openness(operand, &work).isOpen else { return settledUntil(operand, &work) }
    let slot = Int(instances.slot[Int(instance)])
    guard truthMemories.indices.contains(slot) else { return Seconds.never }
    var memory = truthMemories[slot]
    memory.note(.unknown, at: now)
    return memory.extreme(wanted, duration, at: now, until: Seconds.never).until
  }

  /// The first second at which a settled row may change
  private mutating func aggregateUntil(_ instance: Int32, _ work: inout DemandBuilder) -> Int64 {
    let slot = Int(instances.slot[Int(instance)])
    guard aggregates.indices.contains(slot) else { return Seconds.never }
    var until = Seconds.never
    for row in tables[Int(aggregates[slot].query.table.index)].ordered
    where rows[Int(row)].isPresent {
      guard let entry = aggregates[slot].entries[row] else { continue }
      for part in [entry.predicate, entry.value] where part >= 0 && !openness(part, &work).isOpen {
        until = min(until, settledUntil(part, &work))
      }
    }
    return until
  }

  /// The first second at which the instance itself or a settled operand may change
  private mutating func operandsUntil(_ instance: Int32, _ work: inout DemandBuilder) -> Int64 {
    var until = instances.readings[Int(instance)].until
    for index in 0..<instances.operandCount(of: instance) {
      let operand = instances.operand(index, of: instance)
      guard !openness(operand, &work).isOpen else { continue }
      until = min(until, settledUntil(operand, &work))
    }
    return until
  }
}
