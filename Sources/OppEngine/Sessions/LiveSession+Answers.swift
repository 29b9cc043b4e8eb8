internal import OppModel

/// Answers are taken in: what they bring goes to every subject that waits for them
extension LiveSession {
  /// What an answer makes known, ready for the engine
  mutating func settle(_ answer: Answer, at second: Int64) -> [Arrival] {
    work.bytes += answer.bytes
    end(answer.fetch, at: second)
    switch answer.outcome {
    case .arrived(let arrivals): return settle(answer.fetch, arrivals, at: second)
    case .unchanged:
      guard let entry = cache[answer.fetch], entry.answered != nil else {
        return fail(answer.fetch, .nothingToKeep, at: second)
      }
      let renewed = entry.arrivals.map { $0.renewed(at: Instant(seconds: second)) }
      return settle(answer.fetch, renewed, at: second)
    case .failed(let failure): return fail(answer.fetch, failure, at: second)
    }
  }

  private mutating func settle(
    _ fetch: Fetch, _ arrivals: [Arrival], at second: Int64
  ) -> [Arrival] {
    let took = cache.settle(
      fetch, arrivals, at: second, counts: counts(of: fetch, arrivals, at: second))
    if let index = supply.supplier(of: fetch.subject) {
      if let took { states[index].experience.note(latency: Double(took)) }
      states[index].experience.note(failed: false)
      recover(index, at: second)
    }
    return handOver(fetch, at: second)
  }

  /// The last second at which an answer counts
  private func counts(of fetch: Fetch, _ arrivals: [Arrival], at second: Int64) -> Int64 {
    guard let freshness = freshness(of: fetch.subject) else { return Seconds.never }
    var counts = Seconds.add(second, freshness)
    for case .reading(let reading) in arrivals {
      counts = min(counts, self.counts(of: reading, freshness, answeredAt: second))
    }
    return counts
  }

  /// For how many seconds an answer counts; nil for good
  package func freshness(of subject: FetchSubject) -> Int64? {
    let own = supply.supplier(of: subject).flatMap { supply.suppliers[$0].freshness }
    switch subject {
    case .address: return own
    case .source(let source, _):
      guard engine.graph.sources.indices.contains(Int(source.index)) else { return own }
      return engine.graph.sources[Int(source.index)].freshness
        ?? own ?? SessionSettings.ordinaryFreshness
    case .table(let table):
      guard engine.graph.tables.indices.contains(Int(table.index)) else { return own }
      return engine.graph.tables[Int(table.index)].freshness
        ?? own ?? SessionSettings.tableFreshness
    case .places: return own ?? 86_400
    }
  }

  /// The arrivals of a fetch for the engine: those of the subject asked, once for each that waits
  mutating func handOver(_ fetch: Fetch, at second: Int64) -> [Arrival] {
    guard let entry = cache[fetch] else { return [] }
    let subjects = interested[fetch] ?? [fetch.subject]
    for subject in subjects {
      standings[subject] = SubjectStanding(
        fetch: fetch, answered: entry.answered ?? second, counts: entry.counts)
    }
    var result: [Arrival] = []
    for arrival in entry.arrivals {
      guard case .reading(let reading) = arrival,
        case .source(let source, let arguments) = fetch.subject, reading.source == source,
        reading.arguments == arguments
      else {
        result.append(arrival)
        continue
      }
      let limited = limited(reading, answeredAt: entry.answered ?? second)
      for case .source(source, let own) in subjects {
        result.append(.reading(limited.of(own)))
      }
    }
    return result + limits(of: entry)
  }

  /// Until when the tables and the calendar of an answer count, which they do not say themselves
  private func limits(of entry: CacheEntry) -> [Arrival] {
    guard entry.counts < Seconds.never else { return [] }
    let through = Instant(seconds: entry.counts)
    return entry.arrivals.compactMap { arrival in
      switch arrival {
      case .rows(let change): .counts(.table(change.table), through: through)
      case .schedule:
        engine.source(named: "calendar").map { .counts(.source($0, []), through: through) }
      case .reading, .address, .places, .unavailable, .lost, .counts, .awaited: nil
      }
    }
  }

  private mutating func fail(
    _ fetch: Fetch, _ failure: FetchFailure, at second: Int64
  ) -> [Arrival] {
    cache.fail(fetch, failure, at: second, chance: random.next())
    if let index = supply.supplier(of: fetch.subject) {
      states[index].experience.note(failed: true)
      suffer(index, failure, at: second)
    }
    return (interested[fetch] ?? [fetch.subject]).map { .lost($0, reason: failure.reason) }
  }

  /// A pushing supplier is lost: what it told last counts as long as it is fresh
  mutating func lose(_ loss: SupplierLoss, at second: Int64) -> [Arrival] {
    guard supply.suppliers.indices.contains(loss.supplier) else { return [] }
    suffer(loss.supplier, loss.failure, at: second)
    return supply.suppliers[loss.supplier].served.compactMap { served in
      switch served {
      case .source(let source): .lost(.source(source, []), reason: loss.failure.reason)
      case .table(let table): .lost(.table(table), reason: loss.failure.reason)
      case .addresses, .places: nil
      }
    }
  }

  /// What a pushing supplier brings: it is there again
  mutating func note(pushed arrivals: [Arrival], at second: Int64) {
    for case .reading(let reading) in arrivals {
      let subject = FetchSubject.source(reading.source, reading.arguments)
      guard let index = supply.supplier(of: subject), supply.suppliers[index].isPushed else {
        continue
      }
      recover(index, at: second)
    }
  }
}

/// A supplier that pushes has been lost
package struct SupplierLoss: Sendable {
  /// Its index among the suppliers of the session
  package let supplier: Int
  package let failure: FetchFailure

  package init(supplier: Int, failure: FetchFailure) {
    self.supplier = supplier
    self.failure = failure
  }
}

extension FetchFailure {
  /// A service says that nothing has changed since an answer that is not there any more
  static let nothingToKeep = FetchFailure(
    .unreadable, "the service says that nothing has changed, but there is no earlier answer")
}

extension Arrival {
  /// The same, known anew
  fileprivate func renewed(at instant: Instant) -> Arrival {
    guard case .reading(let reading) = self else { return self }
    return .reading(
      SourceReading(
        source: reading.source, arguments: reading.arguments, instant: instant,
        fields: reading.fields, freshness: reading.freshness, isLasting: reading.isLasting))
  }
}

extension SourceReading {
  /// The same reading for other values of the parameters
  fileprivate func of(_ arguments: [Value?]) -> SourceReading {
    SourceReading(
      source: source, arguments: arguments, instant: instant, fields: fields,
      freshness: freshness, isLasting: isLasting)
  }
}
