/// The value of a node at a second, and its horizon
///
/// The layout is plain bytes, so that a replay of millions of readings copies no text: all that is
/// not a number or a position is an index into an ``ObjectPool``.
///
/// At 12:00, with an event from 14:10 on:
///
///     temp > 20C                                yes         until for ever: its age is kept by the subject
///     temp                                      scalar      the temperature, in the base unit of its type
///     free                                      drifting    7800, by -1 a second, until 14:10
///     3600 / (free / 1s)                        curved      until 14:10
///     @48.4,-123.4                              position    48.4, -123.4
///     average(location.position, last 10min)    moving      while the position has changed within 10 min
///     "Lidl"                                    object      its index in the pool
///     distance(location.position, park)         deferred    a chord, until a comparison needs more
///
/// An operator gets readings and gives one; that is right for every second from the one of evaluation up to, but not
/// including, `until`.
struct Reading {
  enum Kind: UInt8 {
    case unknown
    /// Unknown as yet: something below it is missing that is being fetched, or would be if it mattered
    ///
    /// No operator takes it for unknown: `otherwise` and `known` are undecided with it.
    case undecided
    case no
    case yes
    /// `first` is the scalar
    case scalar
    /// A scalar that changes by `second` each second; `first` is its value at the second of evaluation
    case drifting
    /// A scalar that changes, though not along a line; `second` is an estimate
    case curved
    /// `first` degrees north, `second` degrees east
    case position
    /// A position that moves; `first` and `second` are where it is at the second of evaluation
    case moving
    /// A text, place, list or row: `object` is its index
    case object
    /// A distance not computed yet, of two steady positions; it is at least `first`
    case deferred
  }

  var kind: Kind

  /// An index into ``ObjectPool/values``; 0 for any other kind
  var object = ObjectID(index: 0)
  var first: Double = 0
  var second: Double = 0

  /// The first second at which the reading may differ
  var until: Int64 = Seconds.never

  /// Unknown until an input changes
  static let unknown = Reading(kind: .unknown)
}

extension Reading {
  static func truth(_ isTrue: Bool, until: Int64 = Seconds.never) -> Reading {
    Reading(kind: isTrue ? .yes : .no, until: until)
  }

  static func unknown(until: Int64) -> Reading {
    Reading(kind: .unknown, until: until)
  }

  /// Unknown as long as one of two that is unknown stays so; undecided where neither is unknown for good
  static func unknown(_ left: Reading, _ right: Reading) -> Reading {
    let isForGood = left.kind == .unknown || right.kind == .unknown
    func end(_ reading: Reading) -> Int64 {
      reading.isKnown || isForGood && reading.isUndecided ? Seconds.past : reading.until
    }
    return Reading(
      kind: isForGood ? .unknown : .undecided, until: max(end(left), end(right)))
  }

  static func undecided(until: Int64) -> Reading {
    Reading(kind: .undecided, until: until)
  }

  /// A scalar, or unknown if it is not finite
  static func scalar(_ value: Double, until: Int64 = Seconds.never) -> Reading {
    guard value.isFinite else { return .unknown(until: until) }
    return Reading(kind: .scalar, first: value, until: until)
  }

  /// A scalar at the second of evaluation, and its change each second; unknown if it is not finite
  static func drifting(_ value: Double, perSecond rate: Double, until: Int64) -> Reading {
    guard value.isFinite else { return .unknown(until: until) }
    return Reading(kind: .drifting, first: value, second: rate, until: until)
  }

  static func curved(_ value: Double, perSecond rate: Double, until: Int64) -> Reading {
    guard value.isFinite else { return .unknown(until: until) }
    return Reading(kind: .curved, first: value, second: rate, until: until)
  }

  /// A scalar that changes along a line, or along a curve, of which the rate is that of this second
  static func changing(
    _ value: Double, perSecond rate: Double, isCurved: Bool, until: Int64
  ) -> Reading {
    isCurved
      ? .curved(value, perSecond: rate, until: until)
      : .drifting(value, perSecond: rate, until: until)
  }

  static func object(_ index: ObjectID, until: Int64 = Seconds.never) -> Reading {
    Reading(kind: .object, object: index, until: until)
  }

  /// Whether it has a value; a deferred distance has one that is not computed yet
  var isKnown: Bool { kind != .unknown && kind != .undecided }
  var isUndecided: Bool { kind == .undecided }

  /// Whether the scalar changes from second to second
  var drifts: Bool { kind == .drifting || kind == .curved }

  /// This reading, held no longer than `until`
  func bounded(by limit: Int64) -> Reading {
    var copy = self
    copy.until = min(copy.until, limit)
    return copy
  }

  /// Whether two steady readings have the same value
  ///
  /// Two readings that drift never have: their dependents are evaluated whenever they are.
  func hasSameContent(as other: Reading) -> Bool {
    guard kind == other.kind else { return false }
    switch kind {
    case .unknown, .undecided, .no, .yes: return true
    case .scalar: return first == other.first
    case .position: return first == other.first && second == other.second
    case .object: return object == other.object
    // A drifting reading is defined by where it started, which two evaluations at two seconds do not share.
    case .drifting, .curved, .moving, .deferred: return false
    }
  }
}
