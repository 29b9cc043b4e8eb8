/// The times at which the sun rises, culminates and sets at a place, on the solar day of a date
///
/// The solar day of a date is the one whose noon is nearest to 12:00 of that date by the clocks of a
/// zone. Sunrise and dawn are on its way up to noon, sunset and dusk on its way down; they may lie on
/// the date before or after.
///
/// Each is the first whole second at which it is so: at sunrise and dawn the centre of the sun is above
/// -0.8333° and -6° for the first time, at sunset and dusk no longer; noon is the first second not
/// before the transit. So ``Sun/isUp(at:over:)`` turns true at the second of sunrise and false at that
/// of sunset.
///
/// The sun's place is good to 3″ (``SunCoordinates``), far less than the effect of the weather on refraction.
/// Height over the sea is not taken into account.
///
/// - Complexity: a crossing is computed at each access.
package struct SolarDay: Sendable {
  /// The arc whose noon is nearest to 12:00 of the date
  private let arc: SolarArc

  /// The second at which the sun crosses an altitude, or the reason why it does not
  package enum Crossing: Hashable, Sendable {
    case at(Instant)
    case none(Reason)

    package var instant: Instant? {
      if case .at(let instant) = self { instant } else { nil }
    }
  }

  /// The reason why there is no crossing on a day
  package enum Reason: Hashable, Sendable {
    /// No sunrise, no sunset: polar night
    case doesNotRise
    /// No sunrise, no sunset: polar day
    case doesNotSet
    /// No dawn, no dusk: not even twilight
    case staysDark
    /// No dawn, no dusk: the night is no darker than twilight
    case doesNotGetDark
  }

  package init(date: CivilDate, position: Position, zone: Zone) {
    var table = SunTable()
    self.init(date: date, position: position, zone: zone, &table)
  }

  /// The same, for callers that need many places
  package init(date: CivilDate, position: Position, zone: Zone, _ table: inout SunTable) {
    let clockNoon = zone.instant(of: LocalDateTime(date: date, secondOfDay: 43_200))
    arc = SolarArc(noonNear: Sun.held(clockNoon.seconds), over: position, &table)
  }

  package var noon: Instant { Instant(seconds: arc.noon) }
  package var sunrise: Crossing { Self.crossing(arc.rise(above: .horizon), of: .horizon) }
  package var sunset: Crossing { Self.crossing(arc.set(below: .horizon), of: .horizon) }
  package var dawn: Crossing { Self.crossing(arc.rise(above: .twilight), of: .twilight) }
  package var dusk: Crossing { Self.crossing(arc.set(below: .twilight), of: .twilight) }

  /// The instant of a field of the sun; nil if there is none on this day, and for `daylight`
  package func instant(of field: SunField) -> Instant? {
    crossing(of: field)?.instant
  }

  /// The reason why a field of the sun has no instant on this day; nil if it has one, and for `daylight`
  package func reason(of field: SunField) -> Reason? {
    if case .none(let reason)? = crossing(of: field) { reason } else { nil }
  }

  /// The crossing of a field of the sun; nil for `daylight`, which is no instant
  private func crossing(of field: SunField) -> Crossing? {
    switch field {
    case .sunrise: sunrise
    case .sunset: sunset
    case .dawn: dawn
    case .dusk: dusk
    case .solarNoon: .at(noon)
    case .daylight: nil
    }
  }

  /// The crossing of a threshold, with the reason in words of the threshold
  private static func crossing(
    _ result: Result<Int64, SolarArc.Absence>, of threshold: SunThreshold
  ) -> Crossing {
    switch (result, threshold) {
    case (.success(let second), _): .at(Instant(seconds: second))
    case (.failure(.staysAbove), .horizon): .none(.doesNotSet)
    case (.failure(.staysBelow), .horizon): .none(.doesNotRise)
    case (.failure(.staysAbove), .twilight): .none(.doesNotGetDark)
    case (.failure(.staysBelow), .twilight): .none(.staysDark)
    }
  }
}
