internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppStore

/// One second: processed, kept, then acted upon
extension LiveDriver {
  /// - Parameter now: the clock is read once, so that all of a step happens at one second.
  func step(at now: Instant) throws(StoreFailure) {
    var record = StepRecord(at: now)
    var answers = news.answers + world.answers(upTo: now)
    var unanswered: Set<Fetch> = []
    var fetches = session.open(
      at: now, arrived: world.arrivals(upTo: now) + news.arrivals, answers: answers,
      lost: news.lost.map { SupplierLoss(supplier: $0.supplier, failure: $0.failure) })
    news = LiveEvents()
    note(answers, in: &record)
    while !fetches.isEmpty {
      for fetch in fetches { asked[fetch] = now }
      unanswered.formUnion(fetches)
      answers = world.ask(fetches, at: now)
      unanswered.subtract(answers.map(\.fetch))
      if answers.isEmpty { break }
      fetches = session.answer(answers)
      note(answers, in: &record)
    }
    let step = session.close()
    hasBegun = true
    lived = now
    wake = step.wake
    for fetch in unanswered { note(fetch, nil, .awaited, bytes: 0, in: &record) }
    try keep(step, &record)
    // A process that ends here has made a request too many, never one that is not recorded.
    world.begin()
    try forgetSnoozes(at: now)
    say(step, at: now)
  }

  /// Records the fetches that have a response, with their times and outcomes
  private func note(_ answers: [Answer], in record: inout StepRecord) {
    for answer in answers {
      let since = asked.removeValue(forKey: answer.fetch)
      if isForgotten { continue }
      var outcome: FetchRecord.Outcome
      switch answer.outcome {
      case .arrived(let arrivals):
        outcome = .arrived
        for case .address(let text, let position) in arrivals {
          record.addresses.append(AddressAnswer(text: text, position: position))
        }
      case .unchanged: outcome = .unchanged
      case .failed(let failure): outcome = .failed(failure)
      }
      // What came may be too old to count.
      if let failure = session.cache[answer.fetch]?.failure { outcome = .failed(failure) }
      let kept = since == record.at ? nil : since
      note(answer.fetch, kept, outcome, bytes: answer.bytes, in: &record)
    }
  }

  private func note(
    _ fetch: Fetch, _ since: Instant?, _ outcome: FetchRecord.Outcome, bytes: Int,
    in record: inout StepRecord
  ) {
    guard !isForgotten, let supplier = world.suppliers.first(where: { $0.serves(fetch.subject) })
    else { return }
    let words = FetchText(graph: rules.graph, zone: rules.zone)
    // It may have reached its supplier at any second until now.
    record.fetches.append(
      FetchRecord(
        supplier: supplier.name, subject: words.text(of: fetch), at: record.at, outcome: outcome,
        bytes: bytes, cost: session.cost(of: fetch.subject), since: since))
  }

  /// Records the fetches that are not waited for any longer: they count for quotas and the budget
  func leaveUnanswered() throws(StoreFailure) {
    guard !asked.isEmpty else { return }
    var record = StepRecord(at: present)
    let failure = FetchFailure(.unreachable, "nobody waited for the answer")
    for (fetch, since) in asked {
      note(fetch, since, .failed(failure), bytes: 0, in: &record)
    }
    asked = [:]
    try store.commit(record)
  }

  /// Keeps everything that the step changed, in one transaction: nobody is notified before
  private func keep(_ step: LiveStep, _ record: inout StepRecord) throws(StoreFailure) {
    let firings = FiringRecords(graph: rules.graph, zone: rules.zone)
    record.firings =
      step.firings.map { firings.record(of: $0) } + step.missed.map { firings.record(of: $0) }
    if !isForgotten { keepChanges(in: &record) }
    for notice in news(of: step) {
      let text = notice.state.isHealthy ? nil : words(on: notice)
      record.tokens[Self.healthToken + notice.supplier] = .some(text)
    }
    try store.commit(record)
  }

  /// Whether nobody will need the state and the requests of the session: a rehearsal whose store is gone with
  /// the process is not continued, nor do its rules change
  private var isForgotten: Bool { settings.isRehearsal && store.isInMemory }

  /// Records the changes in the memory of the session
  private func keepChanges(in record: inout StepRecord) {
    let change = session.takeChanges()
    record.memory = .change(change.memory)
    record.asking = change.fetches
    for (meaning, count) in change.odds {
      record.odds.append(
        OppStore.Odds(key: meaning.text, trueCount: count.yes, falseCount: count.no))
    }
    for (supplier, experience) in change.experiences where experiences[supplier] != experience {
      experiences[supplier] = experience
      record.suppliers.append(
        SupplierExperience(
          supplier: supplier, latency: experience.latency, answered: 1 - experience.failures,
          failed: experience.failures))
    }
  }

  /// Reports and keeps that something is unhealthy
  func say(_ text: String, notWell name: String, at now: Instant) throws(StoreFailure) {
    failing[name] = text
    output.say(text, at: now)
    var record = StepRecord(at: now)
    record.tokens[Self.healthToken + name] = .some(text)
    try store.commit(record)
  }

  /// The prefix of the names of what is unhealthy, among the store's tokens
  static let healthToken = "health "

  /// The changes of health in a step that are worth a message: those that concern an Opp, and are new
  private func news(of step: LiveStep) -> [HealthChange] {
    step.health.filter { notice in
      if notice.state.isHealthy { return failing[notice.supplier] != nil }
      guard !notice.opps.isEmpty || notice.state != .notConnected else { return false }
      return failing[notice.supplier] != HealthText(zone: rules.zone).text(of: notice)
    }
  }

  private func words(on notice: HealthChange) -> String {
    HealthText(zone: rules.zone).text(of: notice, retry: session.retry(of: notice.supplier))
  }

  private func say(_ step: LiveStep, at now: Instant) {
    for notice in news(of: step) {
      output.say(words(on: notice), at: now)
      failing[notice.supplier] =
        notice.state.isHealthy ? nil : HealthText(zone: rules.zone).text(of: notice)
    }
    for problem in step.problems { output.say(problem.message, at: now) }
  }
}
