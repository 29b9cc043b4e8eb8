internal import OppEngine
internal import OppModel

/// Looks ahead in a copy of a session, as far as its fetches are known
struct PlanPreviewer {
  /// The copy, which runs ahead
  private var session: LiveSession

  init(_ session: LiveSession) { self.session = session }

  /// The preview, by running ahead in the copy
  mutating func preview(at now: Instant, _ arrived: [Arrival]) -> PlanPreview {
    session.engine.open(
      now, arrived: (session.isBegun ? [] : session.checkConnections(at: now.seconds)) + arrived)
    session.locatePerson()
    let due = session.dueSubjects(at: now.seconds)
    var preview = PlanPreview()
    var options = FetchOptions()
    let subjects = session.demand.openSubjects(in: &session.engine, due: due, withheld: [])
    for subject in subjects {
      let terms = session.terms(of: subject, isDue: due.contains(subject), at: now)
      switch terms {
      case .impossible: note(impossible: subject, at: now, in: &preview)
      case .after: preview.waiting.append(subject)
      case .possible, .underWay: break
      }
      options.add(terms)
    }
    options.complete(subjects)
    session.demand.lead = 0
    let needs = session.demand.decisions(in: &session.engine, options, deciding: []) { _ in 0 }
    let worths = session.worths(of: needs, options)
    var problem = needs.problem
    problem.estimate(
      session.learner.probabilities(of: needs, session.demand, session.engine))
    preview.expectedCost = Planner.leastCost(problem)
    var seen: Set<Int> = []
    var isFirst = true
    while preview.rounds.count < PlanPreview.roundLimit {
      let round = Planner.next(problem)
      let new = round.fetches.filter { seen.insert($0).inserted }
      guard !new.isEmpty else { break }
      var named = new.compactMap { options.fetches[$0] }
      if isFirst {
        let admitted = session.admit(named, at: now, worths: worths)
        named = admitted.made
        preview.turns += admitted.waiting
      }
      let fetches = named.map {
        (fetch: $0, cost: session.cost(of: $0.subject), opps: session.opps(dependingOn: $0))
      }
      // A subject that waits for the position is no fetch yet.
      if !fetches.isEmpty {
        preview.rounds.append(
          PlanPreview.Round(fetches: fetches, isCertain: isFirst))
      }
      isFirst = false
      guard problem.atoms.count <= PlanPreview.atomLimit else { break }
      problem.receive(seen, fetches: new)
    }
    preview.wake = session.engine.close().wake
    return preview
  }

  /// Puts a subject that cannot be fetched where the preview has its reason
  private func note(
    impossible subject: FetchKey, at now: Instant, in preview: inout PlanPreview
  ) {
    let provider = session.supply.provider(of: subject).map { session.supply.providers[$0] }
    if provider?.isPushed == true { return preview.pushed.append(subject) }
    guard let fetch = session.supply.fetch(for: subject, at: session.person) else {
      let waits =
        provider != nil
        && session.locationSubject.flatMap { session.supply.provider(of: $0) } != nil
      if waits { return preview.waiting.append(subject) }
      return preview.impossible.append(
        impossible(subject, provider == nil ? .notConnected : .positionNotConnected))
    }
    if let retry = session.cache[fetch]?.retry, retry > now.seconds {
      if !preview.retries.contains(where: { $0.fetch == fetch }) {
        preview.retries.append((fetch, Instant(seconds: retry)))
      }
    } else if session.earliest(fetch, from: now) > now {
      preview.turns.append((fetch, session.earliest(fetch, from: now)))
    } else {
      preview.impossible.append(impossible(subject, provider == nil ? .notConnected : nil))
    }
  }

  /// A subject that cannot be fetched, with the Opps that need it
  private func impossible(
    _ subject: FetchKey, _ cause: PlanPreview.Impossible.Cause?
  ) -> PlanPreview.Impossible {
    PlanPreview.Impossible(
      subject: subject, cause: cause, opps: session.opps(dependingOn: Fetch(subject: subject)))
  }
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
