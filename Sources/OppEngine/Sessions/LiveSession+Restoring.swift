internal import OppModel

/// The restoring of readings: the engine knows them, and the session finds out which of them still count
extension LiveSession {
  /// Notes until when the readings of sources count that the engine has kept, each with its own instant and freshness
  mutating func restoreStandings() {
    person = engine.personPosition()
    for (subject, instant, counts) in engine.freshSubjects() {
      guard let fetch = supply.fetch(for: subject, at: person) else { continue }
      interested[fetch, default: []].insert(subject)
      standings[subject] = FetchFreshness(fetch: fetch, answered: instant, counts: counts)
    }
  }

  /// Finds out until when tables, places and the calendar still count, which their contents do not say
  mutating func restoreStandings(_ kept: [String: FetchState]) {
    for subject in engine.knownListings() {
      guard let index = supply.supplier(of: subject), !supply.suppliers[index].isPushed else {
        continue
      }
      let now = engine.present.seconds
      // If that is not known, it is fetched again soon.
      var standing = FetchFreshness(
        fetch: Fetch(subject: subject), answered: now,
        counts: Seconds.add(now, SessionSettings.unknownAge))
      if let fetch = supply.fetch(for: subject, at: person) {
        interested[fetch, default: []].insert(subject)
        standing.fetch = fetch
        if let answered = kept[engine.graph.meaning(of: fetch)]?.answered {
          standing.answered = answered.at.seconds
          standing.counts = answered.counts.seconds
        }
      }
      standings[subject] = standing
      engine.limit(subject, to: standing.counts)
    }
  }
}
