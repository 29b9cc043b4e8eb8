internal import OppEngine
internal import OppModel

/// Requests to be repeated on demand, even if nothing depends on them at this second
extension LiveSession {
  /// Requests again all that the rules read, from the next second on, as soon as limits and services allow
  ///
  /// Pushed readings are not fetched, and the result for an address is kept for good.
  ///
  /// - Parameter name: that of a source or a table; nil for everything.
  /// - Requires: no second is open.
  /// - Returns: `false` if no fetched source or table has the name.
  @discardableResult
  package mutating func refresh(_ name: String? = nil) -> Bool {
    var found = false
    for subject in engine.readSubjects {
      guard name == nil || engine.graph.name(of: subject) == name,
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

  /// The fetches of all that the rules read of a provider, whose responses may come without being requested
  ///
  /// - Requires: no second is open.
  package mutating func fetches(of provider: Int) -> [Fetch] {
    var result: [Fetch] = []
    for subject in engine.readSubjects where supply.provider(of: subject) == provider {
      guard let fetch = supply.fetch(for: subject, at: person) else { continue }
      interested[fetch, default: []].insert(subject)
      if !result.contains(fetch) { result.append(fetch) }
    }
    return result
  }

  /// `true` if a request of a refresh has not been made, or has no response yet
  ///
  /// - Parameter name: that of a source or a table; nil for everything.
  package func isRefreshing(_ name: String?) -> Bool {
    guard let name else { return !refreshes.isEmpty || !refreshed.isEmpty }
    return refreshed.union(refreshes).contains { fetch in
      let subjects = (interested[fetch] ?? []).union([fetch.subject])
      return subjects.contains { engine.graph.name(of: $0) == name }
    }
  }

  /// The names under which ``refresh(_:)`` finds something, in order
  package var refreshable: [String] {
    var names: Set<String> = []
    for (served, name) in WorldReaders(engine).served() {
      let provider = supply.providers.first { $0.served.contains(served) }
      if let provider, !provider.isPushed, served != .addresses { names.insert(name) }
    }
    return names.sorted { KeyOrder.isLess($0, $1) }
  }

  /// Makes the requests that are to be made again and may be
  mutating func makeRefreshes(at now: Instant) -> [Fetch] {
    guard !refreshes.isEmpty else { return [] }
    // A request under way brings the present state anyway.
    refreshed.formUnion(refreshes.filter { cache[$0]?.requested != nil })
    refreshes.removeAll { [refreshed] in refreshed.contains($0) }
    var wanted: [Fetch] = []
    for fetch in refreshes {
      let retry = cache[fetch]?.retry ?? Seconds.past
      if retry > now.seconds { retries = min(retries, retry) } else { wanted.append(fetch) }
    }
    let made = admit(wanted, at: now, worths: [:]).made
    refreshes.removeAll { made.contains($0) }
    refreshed.formUnion(made)
    return made
  }
}

extension ConditionGraph {
  /// The name by which rules mean a subject
  func name(of subject: FetchKey) -> String? {
    switch subject {
    case .source(let source, _):
      return sources.has(source) ? sources[source].name : nil
    case .table(let table):
      return tables.has(table) ? tables[table].name : nil
    case .address: return "addresses"
    case .places: return "places"
    }
  }
}
