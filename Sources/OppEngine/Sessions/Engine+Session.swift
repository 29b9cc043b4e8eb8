internal import OppModel

/// The queries of a session to its engine
extension Engine {
  /// The position of the person at the present second; nil where that is not known
  func personPosition() -> Position? {
    guard let location = graph.wellKnown.location,
      let subject = sources.subjects.first(where: { $0.source == location.source }),
      subject.isFresh, subject.expiry > now, subject.fields.indices.contains(location.position)
    else { return nil }
    return subject.fields[location.position].position
  }

  /// The subjects of sources that were fetched before a restart and still count, and until when
  func freshSubjects() -> [(subject: FetchKey, instant: Int64, counts: Int64)] {
    sources.subjects.filter { $0.isFresh && $0.schedule == nil }.map {
      (.source($0.source, $0.arguments), $0.instant, Seconds.move($0.expiry, by: -1))
    }
  }

  /// Everything known that grows old only by what its provider says: tables, places, the calendar
  func knownListings() -> [FetchKey] {
    var result: [FetchKey] = []
    for index in tables.indices where tables[index].isKnown {
      result.append(.table(TableID(index: Int32(truncatingIfNeeded: index))))
    }
    for subject in sources.subjects where subject.isFresh && subject.schedule != nil {
      result.append(.source(subject.source, subject.arguments))
    }
    for (category, _) in places.known { result.append(.places(category: category)) }
    return result
  }

  /// The truth of an instance at the present second; unknown where there is no such instance
  func truth(ofInstance instance: Int32) -> Truth {
    instances.readings.indices.contains(Int(instance))
      ? instances.readings[Int(instance)].truth : .unknown
  }
}
