internal import OppEngine
internal import OppModel

/// The goals of few Opps that need every fetch for all possible responses
///
/// If ten thousand Opps read fifty sources of which nothing is known, some fifty Opps show that all sources are to be fetched. The needs of
/// the others are found once something is known.
///
/// ```
/// opp "1" when temp > 20C and rain == 0mm/h or wind < 5m/s      needs no fetch in any case
/// opp "2" when temp > 30C or wind > 5m/s                        needs neither to be true, both to be false: none in any case
/// opp "3" when wind > 9m/s and not raining or wind < 1m/s       needs the wind in any case
/// ```
extension FetchDemand {
  /// The least number of Opps of which so few are looked for first
  static let leastOpps = 200

  /// The fetches that a condition needs, up to 64, as far as that is seen without its residual
  ///
  /// Every bit is set for an outcome that is impossible, as in ``RequiredFetches``.
  private struct Glance {
    /// To be true
    var yes: UInt64 = 0

    /// To be false
    var no: UInt64 = 0

    static func known(_ truth: Truth) -> Glance {
      Glance(yes: truth == .true ? 0 : .max, no: truth == .false ? 0 : .max)
    }

    var inAnyCase: UInt64 { yes & no }
  }

  /// Adds the goals of some Opps, where these need every fetch; else nothing
  ///
  /// - Returns: whether they do.
  mutating func findDecisiveRoots(
    _ moments: BitSet<OppID>, _ deciding: Set<OppInstance>, _ engine: inout Engine
  ) -> Bool {
    let fetches = needs.problem.fetches
    guard mayCutShort, 2...64 ~= fetches.count, affected.opps.count >= Self.leastOpps else {
      return false
    }
    var missing: UInt64 = 0
    for index in fetches.indices where fetches[index].outcome == .open { missing |= 1 << index }
    let (before, notedCount) = (needs, noted.count)
    let glances = glances(engine)
    var next = affected.opps.first
    while missing != 0, let opp = next {
      next = affected.opps.first(after: opp)
      guard !engine.hasEvents(opp), let whole = engine.condition(ofOpp: opp),
        glances[whole].inAnyCase & missing != 0
      else { continue }
      let count = needs.roots.count
      need(opp, isMoment: moments.contains(opp), deciding, &engine)
      if needs.roots.count > count { missing &= ~glances[whole].inAnyCase }
    }
    // A glance is a hint; the planner decides.
    if missing == 0, Planner.needsAll(needs.problem) { return true }
    needs = before
    residuals.reset(below: residuals.instanceCount)
    noted.removeLast(noted.count - notedCount)
    return false
  }

  /// By instance, the glance at each that is affected
  private func glances(_ engine: borrowing Engine) -> [Glance] {
    var result = Array(repeating: Glance(), count: engine.instanceCount)
    var next = affected.first
    while let instance = next {
      next = affected.first(after: instance)
      result[instance] = glance(instance, result, engine)
    }
    return result
  }

  /// The glance at an affected instance, after those at its operands
  @inline(__always)
  private func glance(
    _ instance: InstanceID, _ found: borrowing [Glance], _ engine: borrowing Engine
  ) -> Glance {
    func operand(_ index: Int, _ engine: borrowing Engine) -> Glance {
      let operand = engine.operand(index, of: instance)
      return affected.contains(operand)
        ? found[operand] : .known(engine.truth(ofInstance: operand))
    }
    var own = Glance()
    let count = engine.operandCount(of: instance)
    switch engine.dependence(of: instance) {
    case .joined(.and):
      own.no = .max
      for index in 0..<count {
        let other = operand(index, engine)
        own.yes |= other.yes
        own.no &= other.no
      }
    case .joined(.or):
      own.yes = .max
      for index in 0..<count {
        let other = operand(index, engine)
        own.yes &= other.yes
        own.no |= other.no
      }
    case .joined(.not):
      let other = operand(0, engine)
      own = Glance(yes: other.no, no: other.yes)
    case .source:
      if let subject = engine.subject(ofLeaf: instance), let mark = sources[subject] {
        own.yes = 1 << UInt64(truncatingIfNeeded: fetchOfSubject[mark.subject])
        own.no = own.yes
      }
    case .strict, .operands:
      for index in 0..<count {
        let operand = engine.operand(index, of: instance)
        if affected.contains(operand) { own.yes |= found[operand].inAnyCase }
      }
      own.no = own.yes
    case .joined(.choice), .tested, .otherwise, .lastKnown, .past, .earlier, .row, .rowPart, .rows,
      .place:
      break
    }
    return own
  }

  // MARK: What is left out

  /// Finds the conditions that fetches may decide, without their residuals: those that others join, and those of Opps
  mutating func findOpenConditions(_ engine: inout Engine) {
    var next = affected.first
    while let instance = next {
      next = affected.first(after: instance)
      guard joins(instance, engine) else { continue }
      for index in 0..<engine.operandCount(of: instance) {
        addOpen(engine.operand(index, of: instance), engine)
      }
    }
    var following = affected.opps.first
    while let opp = following {
      following = affected.opps.first(after: opp)
      if let whole = engine.condition(ofOpp: opp) { addOpen(whole, engine) }
    }
  }

  /// Whether an instance joins conditions
  @inline(__always)
  private func joins(_ instance: InstanceID, _ engine: borrowing Engine) -> Bool {
    engine.connective(of: instance) != nil
  }

  /// Adds an affected condition that joins no others
  @inline(__always)
  private mutating func addOpen(_ instance: InstanceID, _ engine: borrowing Engine) {
    if affected.contains(instance), !joins(instance, engine) {
      needs.openConditions.append(instance)
    }
  }
}
