internal import OppModel

/// The second whose readings the evaluator computes, and the assumptions about the time until then
///
/// Operators read their operands with ``Evaluator/reading(of:)`` at each moment. At the present they find the readings of this
/// step, and note them in their memories. In a projection they find the readings of another second, as far as these are known
/// now, and change no memory:
///
/// ```
/// opp "Soon" when (busy for 5min) within next 10min         at 12:00, with an event from 12:03 on
///
///   moment     busy for 5min                       found in
///   12:00      false until 12:08                   the readings of this step; `for` takes note of `busy`
///   12:08      true                                the projection: a copy of the memory has noted 12:03
/// ```
struct Moment: Sendable {
  /// The second that is looked at: before the present one only where ``memo`` has all that is needed
  let second: Int64

  /// The assumptions about that second, or `nil` at the present
  let projection: Projection?

  /// The readings at that second, by instance, once they were needed; for the most part those that are not as at present
  var memo: [InstanceID: Reading] = [:]

  /// The present, at which operators change their memories
  static func present(_ now: Int64) -> Moment { Moment(second: now, projection: nil) }

  /// `true` unless it is a projection
  @inline(__always)
  var isPresent: Bool { projection == nil }

  /// `true` if readings of sources may have any value from the next second on
  @inline(__always)
  var forgetsReadings: Bool {
    switch projection {
    case nil, .known, .remembered: false
    case .anyReadings, .anyReadingsAndRows: true
    }
  }

  /// The assumptions about a later second, such as those of a walk from now to ``second``
  var assumption: Projection {
    switch projection {
    case nil, .known, .remembered: .known
    case .anyReadings: .anyReadings
    case .anyReadingsAndRows: .anyReadingsAndRows
    }
  }

  /// `true` if rows may come, change and go from the next second on
  @inline(__always)
  var forgetsRows: Bool { projection == .anyReadingsAndRows }
}

/// The assumptions about a second other than the present one
enum Projection: Sendable {
  /// Everything continues as far as it is known now
  case known

  /// As ``known``, and each reading that is looked at is kept in ``Moment/memo``, also those of the present
  case remembered

  /// Sources may have any readings from the next second on: each condition that depends on one is unknown, and only the clock,
  /// the sun, the calendar and the rows can forbid something
  case anyReadings

  /// As ``anyReadings``, and the rows of tables may be any; the agenda is known ahead
  case anyReadingsAndRows
}

/// Looks at other moments
///
/// A projection begins with ``project(to:assuming:)`` and ends when the moment before it is put back:
///
///     let before = evaluator.project(to: second, assuming: .known)
///     let reading = evaluator.reading(of: instance)
///     evaluator.moment = before
///
/// Projections nest: `c within next 10min` in one looks at later seconds, each of them a projection of its own.
extension Evaluator {
  /// Looks at another second from now on
  ///
  /// - Returns: the moment to go back to.
  mutating func project(to second: Int64, assuming projection: Projection) -> Moment {
    exchange(for: Moment(second: second, projection: projection))
  }

  /// Looks at another moment from now on, and returns the one before
  mutating func exchange(for next: consuming Moment) -> Moment {
    var moment = next
    swap(&moment, &self.moment)
    return moment
  }

  /// The reading of an instance at a second, as far as it is known now
  mutating func reading(
    of instance: InstanceID, at second: Int64, assuming projection: Projection = .known
  ) -> Reading {
    let before = project(to: second, assuming: projection)
    let reading = reading(of: instance)
    moment = before
    return reading
  }

  /// `true` if readings are those of the present second
  @inline(__always)
  var looksAtPresent: Bool {
    switch moment.projection {
    case nil: true
    case .known: moment.second == now
    case .remembered, .anyReadings, .anyReadingsAndRows: false
    }
  }
}
