internal import OppModel

/// Kleene's logic: `and` is the least of false < unknown < true, `or` the greatest
extension Truth {
  // The model's own `==` is reached through a table of witnesses, and its raw values by calls, which took 3% of a replay.
  static func == (left: Truth, right: Truth) -> Bool {
    switch (left, right) {
    case (.true, .true), (.false, .false), (.unknown, .unknown): true
    case (.true, _), (.false, _), (.unknown, _): false
    }
  }
  static func != (left: Truth, right: Truth) -> Bool { !(left == right) }
}

extension Reading {
  /// Its truth; unknown if it is undecided, or no Bool
  var truth: Truth {
    switch kind {
    case .yes: .true
    case .no: .false
    case .unknown, .undecided, .scalar, .drifting, .curved, .position, .moving, .object,
      .deferred:
      .unknown
    }
  }

  /// A truth as a reading that holds until a second
  init(_ truth: Truth, until: Int64) {
    switch truth {
    case .true: self = .truth(true, until: until)
    case .false: self = .truth(false, until: until)
    case .unknown: self = .unknown(until: until)
    }
  }
}
