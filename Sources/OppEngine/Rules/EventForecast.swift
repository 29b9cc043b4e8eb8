internal import OppModel

/// The seconds at which events of the clock and the sun come, as far as they are known
struct EventForecast {
  /// The last second that is looked at
  private let last: Int64

  /// The first seconds of the present local day and of the next one
  private let midnights: (today: Int64, tomorrow: Int64)

  init(through last: Int64, _ evaluator: borrowing Evaluator) {
    self.last = last
    let zone = evaluator.zone
    let day = zone.local(at: Instant(seconds: evaluator.now)).date
    midnights = (zone.startOfDay(day).seconds, zone.startOfDay(day.advanced(by: 1)).seconds)
  }

  /// The first second after the present one at which an event is known to happen
  func nextSecond(of event: EventState.Kind, _ evaluator: inout Evaluator) -> Int64 {
    switch event {
    case .becomes, .changes, .rowAdded, .rowRemoved: return Seconds.never
    case .every(let seconds):
      let since = Seconds.subtract(evaluator.now, midnights.today)
      let next = Seconds.add(midnights.today, (since / seconds + 1) * seconds)
      return min(next, midnights.tomorrow)
    case .timeOfDay(let instance):
      let next = turn(of: instance, &evaluator)
      guard midnights.tomorrow <= last, next > midnights.tomorrow else { return next }
      // A time that is reached at midnight does not turn there.
      let isReached = evaluator.reading(of: instance, at: midnights.tomorrow).kind == .yes
      return isReached ? midnights.tomorrow : next
    case .instant(let instance): return turn(of: instance, &evaluator)
    case .sun(let field, let place, let offset):
      return nextCrossing(field, place, offset, &evaluator)
    }
  }

  /// The second at which something that is false becomes true by itself
  private func turn(of instance: InstanceID, _ evaluator: inout Evaluator) -> Int64 {
    let reading = evaluator.instances.readings[instance]
    guard reading.kind == .no, reading.until <= last,
      evaluator.reading(of: instance, at: reading.until).kind == .yes
    else { return Seconds.never }
    return reading.until
  }

  /// The next second of an event of the sun; never where the place is not known or the sun does not cross for days
  private func nextCrossing(
    _ field: SunField, _ place: InstanceID, _ offset: Int64, _ evaluator: inout Evaluator
  ) -> Int64 {
    guard let position = evaluator.pool.position(evaluator.instances.readings[place]) else {
      return Seconds.never
    }
    let aim = Seconds.subtract(Seconds.add(evaluator.now, 1), offset)
    let crossing = evaluator.suns.firstCrossing(field, notBefore: aim, position, evaluator.zone)
    return crossing.map { Seconds.add($0, offset) } ?? Seconds.never
  }
}
