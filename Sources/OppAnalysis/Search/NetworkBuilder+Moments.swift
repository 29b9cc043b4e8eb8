internal import OppModel

/// Local times beside instants
extension NetworkBuilder {
  /// Wall clocks of all zones are within 26 hours of UTC
  private static let widestOffset: Int64 = 26 * 3600

  /// The instant of a local date and time: a constant if both are, and the zone is known
  ///
  /// ```
  /// 2026-06-03T10:00 in UTC      both constant, and a zone: the constant 1780480800
  /// the same without a zone      a column in [constant - 26 h, constant + 26 h]
  /// today + 8:00                 a column, whose relation to today and the clock `addMoments` adds
  /// ```
  mutating func addMoment(_ date: NodeID, _ time: NodeID, _ index: Int) {
    guard let date = forms[operand(date)], let time = forms[operand(time)], date.isValid,
      time.isValid
    else {
      addColumn(newColumn(index, .derived, .everything), index)
      return
    }
    // The wall clock as if it were UTC.
    let local = Rational(86_400) * date + time
    guard local.isConstant, local.constant.isWhole else {
      addMoment(date, time, .everything, index)
      return
    }
    let seconds = local.constant.numerator
    if let zone {
      let instant = zone.instant(of: LocalDateTime(secondsSinceEpoch: seconds))
      forms[index] = LinearForm(constant: Rational(instant.seconds))
      return
    }
    let width = Self.widestOffset
    addMoment(date, time, .closed(seconds - width, seconds + width), index)
  }

  /// Makes a column for an instant that is not constant, and notes the local time it belongs to
  private mutating func addMoment(
    _ date: LinearForm, _ time: LinearForm, _ domain: IntervalSet, _ index: Int
  ) {
    let column = newColumn(index, .moment, domain, isWhole: true)
    network.moments.append(Network.Moment(column: column, date: date, time: time))
    addColumn(column, index)
  }

  /// Adds that later by the wall clock is never earlier in time, and that `now` shows the time of wall clocks
  ///
  /// For two moments the difference of whose local times is constant, such as `today + 8:00` and `today + 9:00`.
  mutating func addMoments() {
    for (index, moment) in network.moments.enumerated() {
      for other in network.moments[..<index] {
        let difference = moment.local - other.local
        guard difference.isConstant, difference.isValid else { continue }
        let (first, second) =
          difference.constant.isNegative
          ? (moment.column, other.column) : (other.column, moment.column)
        network.facts.append(
          Network.Fact(
            constraint: .lessOrEqual(LinearForm(column: first), LinearForm(column: second))))
      }
    }
    // `now` has to agree with the clock only if a condition reads both.
    let isLocal = TimeField.allCases.contains { $0 != .now && knownColumn(of: $0) != nil }
    guard let now = knownColumn(of: .now),
      isLocal || !network.moments.isEmpty
    else { return }
    let variable = network.columns[now].variable
    let today = column(of: .today, for: variable)
    let time = column(of: .time, for: variable)
    let local = Rational(86_400) * LinearForm(column: today) + LinearForm(column: time)
    addOffset(of: LinearForm(column: now), local, variable)
    for moment in network.moments {
      addOffset(of: LinearForm(column: moment.column), moment.local, variable)
    }
  }

  /// An instant is a local time less the offset of the zone then
  private mutating func addOffset(
    of instant: LinearForm, _ local: LinearForm, _ variable: Int
  ) {
    let offsets = zone.map(ZoneTheory.offsets) ?? -Self.widestOffset...Self.widestOffset
    let offset = newColumn(
      variable, .offset, .closed(offsets.lowerBound, offsets.upperBound), isWhole: true)
    network.facts.append(
      Network.Fact(constraint: .equal(instant, local - LinearForm(column: offset))))
  }
}
