internal import OppModel

extension SignalMemory.Way {
  func write(to writer: inout MemoryWriter) {
    writer.add(start)
    writer.add(quanta)
  }

  init(from reader: inout MemoryReader) {
    self.init(start: reader.second(), quanta: reader.wide())
  }
}

extension Reading {
  /// The number that a window adds up: a truth counts as one
  var countable: Double? {
    switch kind {
    case .scalar: first
    case .yes: 1
    case .no: 0
    case .unknown, .undecided, .drifting, .curved, .position, .moving, .object, .deferred: nil
    }
  }

  /// `true` if a history has its number: it does not drift
  var isCounted: Bool { countable != nil }
}
