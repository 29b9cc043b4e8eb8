internal import OppEngine
internal import OppModel

/// The state of a provider among the entries of memory
///
/// Of one with a quota, which has responded in 0.8 s on average and failed twice since 12:00:05:
///
/// ```
/// 1 x3fe999999999999a x3fa47ae147ae147b     mean latency, share of failures
/// 2 1782043205 well                         failures in a row, since when; the last report of it
/// 3 1782043202 60 120                       the seconds of three responses that count, each after the one before
/// ```
extension ProviderState {
  func write(to writer: inout MemoryWriter, at present: Instant) {
    writer.add(experience.latency)
    writer.add(experience.failures)
    writer.add(failures)
    writer.add(failingSince)
    health.write(to: &writer)
    let counted = quota.counted(at: present)
    writer.add(counted.count)
    var last: Int64 = 0
    for second in counted {
      writer.add(Seconds.subtract(second, last))
      last = second
    }
  }

  /// Makes a provider that knows nothing of earlier requests continue from its written state
  mutating func restore(from reader: inout MemoryReader) {
    let known = ServiceStatistics(latency: reader.number(), failures: reader.number())
    if known.latency.isFinite, known.failures.isFinite { experience = known }
    failures = Int(clamping: max(0, reader.integer()))
    failingSince = reader.optionalSecond()
    health = HealthState(from: &reader)
    var last: Int64 = 0
    for _ in 0..<reader.count() {
      last = Seconds.add(last, reader.integer())
      reader.require(possibleSecond: Seconds.isPossible(last))
      quota.end(at: Instant(seconds: last))
    }
  }
}

extension HealthState {
  fileprivate func write(to writer: inout MemoryWriter) {
    switch self {
    case .well: writer.word(HealthWord.well.rawValue)
    case .failing(let failure, let since):
      writer.word(HealthWord.failing.rawValue)
      failure.write(to: &writer)
      writer.add(since.seconds)
    case .quotaSpent(let until):
      writer.word(HealthWord.quota.rawValue)
      writer.add(until.seconds)
    case .budgetSpent(let until):
      writer.word(HealthWord.budget.rawValue)
      writer.add(until.seconds)
    case .notConnected: writer.word(HealthWord.unconnected.rawValue)
    }
  }

  fileprivate init(from reader: inout MemoryReader) {
    self = .well
    switch HealthWord(rawValue: reader.word()) {
    case .well: break
    case .failing:
      let failure = FetchFailure(from: &reader)
      let since = Instant(seconds: reader.second())
      if let failure { self = .failing(failure, since: since) }
    case .quota: self = .quotaSpent(until: Instant(seconds: reader.second()))
    case .budget: self = .budgetSpent(until: Instant(seconds: reader.second()))
    case .unconnected: self = .notConnected
    case nil: reader.fail()
    }
  }
}

/// The states of health, by their words among the entries of memory
private enum HealthWord: String {
  case well
  case failing
  case quota
  case budget
  case unconnected
}
