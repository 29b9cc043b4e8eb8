internal import OppModel

/// Requests that somebody wants made again, whatever depends on them at this second
extension LiveSession {
  /// Requests again all that the rules read, from the next second on, as soon as limits and services allow
  ///
  /// Pushed readings are not fetched, and the result for an address is kept for good.
  ///
  /// - Parameter name: that of a source or a table; nil for everything.
  /// - Requires: no second is open.
  /// - Returns: false where nothing that is fetched has the name.
  @discardableResult
  package mutating func refresh(_ name: String? = nil) -> Bool {
    var found = false
    for subject in engine.readSubjects() {
      guard name == nil || engine.name(of: subject) == name,
        let index = supply.provider(of: subject), !supply.providers[index].isPushed
      else { continue }
      found = true
      guard let fetch = supply.fetch(for: subject, at: person) else { continue }
      interested[fetch, default: []].insert(subject)
      if !refreshes.contains(fetch) { refreshes.append(fetch) }
    }
    cache.retryFailed { [refreshes] in refreshes.contains($0) }
    return found || name == nil
  }

  /// The names under which ``refresh(_:)`` finds something, in order
  package var refreshable: [String] {
    var names: Set<String> = []
    for (served, name) in engine.served() {
      let provider = supply.providers.first { $0.served.contains(served) }
      if let provider, !provider.isPushed, served != .addresses { names.insert(name) }
    }
    return names.sorted { KeyOrder.isLess($0, $1) }
  }

  /// Makes the requests that are to be made again and may be
  mutating func makeRefreshes(at now: Instant) -> [Fetch] {
    guard !refreshes.isEmpty else { return [] }
    // A request under way brings the present state anyway.
    refreshes.removeAll { cache[$0]?.requested != nil }
    var wanted: [Fetch] = []
    for fetch in refreshes {
      let retry = cache[fetch]?.retry ?? Seconds.past
      if retry > now.seconds { retries = min(retries, retry) } else { wanted.append(fetch) }
    }
    let made = admit(wanted, at: now) { [:] }.made
    refreshes.removeAll { made.contains($0) }
    return made
  }
}

extension Engine {
  /// The subjects that the rules read now
  func readSubjects() -> [FetchKey] {
    var result: [FetchKey] = []
    for subject in sources.subjects where !subject.leaves.isEmpty {
      result.append(.source(subject.source, subject.arguments))
    }
    for index in tables.indices where isFetched(table: index) {
      result.append(.table(TableID(index: Int32(truncatingIfNeeded: index))))
    }
    for (category, _) in places.known { result.append(.places(category: category)) }
    return result
  }

  /// The name by which rules mean a subject
  func name(of subject: FetchKey) -> String? {
    switch subject {
    case .source(let source, _):
      let index = Int(source.index)
      return graph.sources.indices.contains(index) ? graph.sources[index].name : nil
    case .table(let table):
      let index = Int(table.index)
      return graph.tables.indices.contains(index) ? graph.tables[index].name : nil
    case .address: return "addresses"
    case .places: return "places"
    }
  }
}
