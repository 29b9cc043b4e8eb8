extension ValueType {
  /// The least and the greatest scalar of a value of this type
  ///
  /// Instants go from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z, and dates from 0001-01-01 to
  /// 9999-12-31. Other types have no limits.
  package var scalarLimits: ClosedRange<Double> {
    switch self {
    case .instant: return Double(Instant.first.seconds)...Double(Instant.last.seconds)
    case .date: return Double(CivilDate.first.days)...Double(CivilDate.last.days)
    case .bool, .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .angle, .elevation, .measure, .money, .timeOfDay, .weekday,
      .month,
      .position,
      .place, .colour, .enumeration, .row, .list:
      return -Double.infinity...Double.infinity
    }
  }
}
