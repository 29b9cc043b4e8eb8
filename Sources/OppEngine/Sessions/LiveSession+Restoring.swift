internal import OppModel

/// The restoring of readings: the engine knows them, and the session finds out which of them still count
extension LiveSession {
  /// Notes until when the readings of sources count that the engine has kept, each with its own instant and freshness
  mutating func restoreFreshness() {
    person = engine.sources.personPosition(in: engine.graph, at: engine.now)
    for state in engine.sources.subjects where state.isFresh && state.schedule == nil {
      let subject = FetchKey.source(state.source, state.arguments)
      guard let fetch = supply.fetch(for: subject, at: person) else { continue }
      interested[fetch, default: []].insert(subject)
      freshness[subject] = FetchFreshness(
        fetch: fetch, responded: state.instant, counts: Seconds.move(state.expiry, by: -1))
    }
  }

  /// Finds out until when tables, places and the calendar still count, which their contents do not say, and when sources are to be
  /// fetched again whose readings hold for longer than their responses count
  mutating func restoreFreshness(_ kept: [String: FetchState]) {
    for (subject, state) in freshness {
      guard let responded = kept[engine.graph.meaning(of: state.fetch)]?.responded else { continue }
      freshness[subject] = FetchFreshness(
        fetch: state.fetch, responded: responded.at.seconds,
        counts: min(state.counts, responded.counts.seconds))
    }
    for subject in knownListings() {
      guard let index = supply.provider(of: subject), !supply.providers[index].isPushed else {
        continue
      }
      let now = engine.present.seconds
      // If that is not known, it is fetched again soon.
      var state = FetchFreshness(
        fetch: Fetch(subject: subject), responded: now,
        counts: Seconds.add(now, SessionSettings.unknownAge))
      if let fetch = supply.fetch(for: subject, at: person) {
        interested[fetch, default: []].insert(subject)
        state.fetch = fetch
        if let responded = kept[engine.graph.meaning(of: fetch)]?.responded {
          state.responded = responded.at.seconds
          state.counts = responded.counts.seconds
        }
      }
      freshness[subject] = state
      engine.limit(subject, to: state.counts)
    }
  }

  /// The known tables, places and calendar, which grow old only when their provider says so
  private func knownListings() -> [FetchKey] {
    var result: [FetchKey] = []
    for table in TableID.all(in: engine.tables) where engine.tables[table].isKnown {
      result.append(.table(table))
    }
    for state in engine.sources.subjects where state.isFresh && state.schedule != nil {
      result.append(.source(state.source, state.arguments))
    }
    for (category, _) in engine.places.known { result.append(.places(category: category)) }
    return result
  }
}
