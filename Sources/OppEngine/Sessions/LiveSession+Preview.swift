package import OppModel

/// The fetches that would be made now, and those that might follow them
extension LiveSession {
  /// Looks ahead from a second without fetching anything
  ///
  /// The first round is what would go out. What may follow depends on the responses: the later rounds
  /// continue from responses that leave as much undecided as they can.
  package func preview(at instant: Instant, arrived: [Arrival] = []) -> PlanPreview {
    var copy = self
    return copy.look(at: max(instant, engine.present), arrived)
  }

  /// The preview, by running ahead in this copy of the session
  private mutating func look(at now: Instant, _ arrived: [Arrival]) -> PlanPreview {
    engine.open(now, arrived: (isBegun ? [] : checkConnections(at: now.seconds)) + arrived)
    locatePerson()
    let due = dueSubjects(at: now.seconds)
    var preview = PlanPreview()
    var options = FetchOptions()
    let subjects = demand.openSubjects(in: &engine, due: due, withheld: [])
    for subject in subjects {
      let terms = self.terms(of: subject, isDue: due.contains(subject), at: now)
      switch terms {
      case .impossible: note(impossible: subject, at: now, in: &preview)
      case .after: preview.waiting.append(subject)
      case .possible, .underWay: break
      }
      options.add(terms)
    }
    options.complete(subjects)
    let needs = demand.decisions(in: &engine, options, deciding: [], lead: 0) { _ in 0 }
    let worths = worths(of: needs, options)
    var problem = needs.problem
    problem.estimate(probabilities(of: needs))
    preview.expectedCost = Planner.leastCost(problem)
    var seen: Set<Int> = []
    var isFirst = true
    while preview.rounds.count < PlanPreview.roundLimit {
      let round = Planner.next(problem)
      let new = round.fetches.filter { seen.insert($0).inserted }
      guard !new.isEmpty else { break }
      var named = new.compactMap { options.fetches[$0] }
      if isFirst {
        let admitted = admit(named, at: now, worths: worths)
        named = admitted.made
        preview.turns += admitted.waiting
      }
      let fetches = named.map {
        (fetch: $0, cost: cost(of: $0.subject), opps: opps(dependingOn: $0))
      }
      // What waits for the position is no fetch yet.
      if !fetches.isEmpty {
        preview.rounds.append(
          PlanPreview.Round(fetches: fetches, isCertain: isFirst))
      }
      isFirst = false
      guard problem.atoms.count <= PlanPreview.atomLimit else { break }
      problem.receive(seen, fetches: new)
    }
    preview.wake = engine.close().wake
    return preview
  }

  /// Puts a subject that cannot be fetched where the preview has its reason
  private func note(
    impossible subject: FetchKey, at now: Instant, in preview: inout PlanPreview
  ) {
    let provider = supply.provider(of: subject).map { supply.providers[$0] }
    if provider?.isPushed == true { return preview.pushed.append(subject) }
    guard let fetch = supply.fetch(for: subject, at: person) else {
      let waits = provider != nil && locationSubject.flatMap { supply.provider(of: $0) } != nil
      return waits ? preview.waiting.append(subject) : preview.impossible.append(subject)
    }
    if let retry = cache[fetch]?.retry, retry > now.seconds {
      if !preview.retries.contains(where: { $0.fetch == fetch }) {
        preview.retries.append((fetch, Instant(seconds: retry)))
      }
    } else if earliest(fetch, from: now) > now {
      preview.turns.append((fetch, earliest(fetch, from: now)))
    } else {
      preview.impossible.append(subject)
    }
  }

  /// The Opps that depend on a response, by name: of a bundle, or of all values of a parameter, those
  /// that need any part of it
  package func opps(dependingOn fetch: Fetch) -> [String] {
    if let index = supply.provider(of: fetch.subject),
      supply.providers[index].isBundle || hasAllValues(fetch)
    {
      return opps(dependingOn: supply.providers[index])
    }
    let readers = WorldReaders(engine)
    var names: Set<String> = []
    for subject in interested[fetch] ?? [fetch.subject] {
      names.formUnion(readers.opps(dependingOn: subject))
    }
    return names.sorted { KeyOrder.isLess($0, $1) }
  }
}

/// The fetches that would be made now
package struct PlanPreview: Sendable {
  /// The fetches that would go out now, then those that may follow
  package var rounds: [Round] = []

  /// The expected cost of all of it with the best policy; nil where that is too much to work out
  package var expectedCost: Double?

  /// The subjects that are missing and cannot be fetched, such as those that nothing is connected to
  package var impossible: [FetchKey] = []

  /// The fetches that are made once a quota or the budget allows them
  package var turns: [(fetch: Fetch, until: Instant)] = []

  /// The subjects that are missing and come by themselves
  package var pushed: [FetchKey] = []

  /// The fetches that failed, and when a daemon retries them
  package var retries: [(fetch: Fetch, at: Instant)] = []

  /// The subjects that can be fetched once the position of the person is known
  package var waiting: [FetchKey] = []

  /// The instant at which the engine continues by itself
  package var wake: Instant?

  /// The fetches that go out together
  package struct Round: Sendable {
    /// With what each costs, and the Opps that it is for
    package let fetches: [(fetch: Fetch, cost: Double, opps: [String])]

    /// Whether it is made whatever the responses are
    package let isCertain: Bool
  }

  /// The greatest number of rounds that are looked ahead
  static let roundLimit = 64

  /// The greatest number of conditions for which the responses are sought that leave most undecided
  static let atomLimit = 300
}

extension PlanningProblem {
  /// Settles fetches, and decides the conditions that are known by then so that as much as
  /// possible stays undecided
  fileprivate mutating func receive(_ responded: Set<Int>, fetches: [Int]) {
    for fetch in fetches { settle(fetch: fetch, as: .responded) }
    for atom in atoms.indices where atoms[atom].truth == nil {
      let needed = self.fetches(of: atom)
      guard !needed.isEmpty, needed.allSatisfy({ responded.contains($0) }) else { continue }
      var (yes, no) = (self, self)
      yes.settle(atom: atom, as: .true)
      no.settle(atom: atom, as: .false)
      self = Planner.next(yes).fetches.isEmpty ? no : yes
    }
  }
}
