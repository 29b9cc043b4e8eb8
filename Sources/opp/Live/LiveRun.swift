internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSemantics
internal import OppSession
internal import OppStore
internal import OppSystem

/// Makes a live run, or a rehearsal of one, out of a command line
///
/// | | `live` | `rehearse` |
/// | --- | --- | --- |
/// | clock | that of the machine | as fast as everything is done |
/// | world | the connectors | the recording of `--data` |
/// | store | `--store`, else the person's own | `--store`, else one in memory |
/// | delivery | `connect notifications` | standard output |
/// | rules change | are loaded again | stay |
struct LiveRun {
  let invocation: Invocation
  let operands: [String]
  let context: CommandContext
  let console: Console

  /// The clock that it follows; a rehearsal has one of its own
  var clock: any LiveClock = SystemClock()

  /// `true` if signals are for this run: in a process of its own they are
  var hearsSignals = true

  /// Runs with the services that the rules connect
  func live(_ checked: CheckedRules, _ opened: OpenedStore) throws(CommandFailure) -> ExitStatus {
    let surroundings = context.surroundings
    let mailbox = surroundings?.mailbox ?? LiveMailbox()
    // The order matters: signals, rules, the lock of the store, the loop. A signal before that ends the process as
    // usual.
    // Before anybody can know that there is a daemon, signals must not end it.
    let signals = hearsSignals ? LiveSignals(mailbox) : nil
    defer { withExtendedLifetime(signals) {} }
    let web = WebClient()
    let logins = Logins.own(web, in: context)
    let rules = try connected(checked, opened, web, logins)
    let isOnce = invocation.has("--once")
    let watchesFiles = hearsSignals && !isOnce
    let watch = RuleWatch(
      operands, in: context, watchesFiles ? mailbox : nil)
    let reportLimit = try invocation.seconds("--wait", in: 0...60)
    let settings = LiveDriver.Settings(
      isOnce: isOnce, reportLimit: reportLimit ?? LiveDriver.Settings.usualReportLimit,
      distance: try invocation.seconds("--every", in: 1...RoundPace.longest),
      storeName: try storeName(),
      seed: clock is SystemClock ? .random(in: 0...(.max)) : 0,
      deliverer: surroundings?.deliverer ?? ConcurrentDeliverer(mailbox: mailbox),
      makeWorld: { rules, generation in
        if let surroundings {
          let providers = rules.connectors.map { $0.provider }
          return surroundings.makeWorld(rules.graph, providers, generation)
        }
        return ConnectedWorld(
          rules.connectors, mailbox, generation: generation,
          notifiers: isOnce ? [] : rules.routes.notifiers,
          awaitsReports: isOnce && reportLimit != 0, watchesFiles: watchesFiles)
      },
      reload: { reload(opened, web, logins) }, haveRulesChanged: { watch.hasChanged() })
    return try run(
      rules, opened, clock, mailbox, settings, samples: SampleFiles.connected(checked, in: context))
  }

  /// Runs through a recording, as fast as it can
  func rehearse(
    _ checked: CheckedRules, _ opened: OpenedStore
  ) throws(CommandFailure) -> ExitStatus {
    let recorded = try RecordedRun.read(
      invocation, rules: checked, graph: checked.analysis.graph, in: context, console)
    let rules = LiveRules(
      rehearsing: checked, zone: recorded.zone,
      zoneName: LiveRules.zoneName(invocation, checked))
    let memory = try opened.work { (store) throws(StoreFailure) in try store.loadMemory() }
    let latency = try self.latency()
    let mailbox = LiveMailbox()
    let clock = SteppingClock(from: memory?.present ?? recorded.from, to: recorded.to)
    let settings = LiveDriver.Settings(
      isOnce: invocation.has("--once"), isRehearsal: true, respondsAtOnce: latency == nil,
      storeName: opened.store.isInMemory ? nil : try storeName(),
      deliverer: ConcurrentDeliverer(mailbox: mailbox),
      makeWorld: { rules, _ in
        let world = RecordedWorld(
          graph: rules.graph, arrivals: recorded.arrivals, withAllValues: recorded.withAllValues)
        return RehearsedWorld(
          world, cell: recorded.cell, latency: latency, after: memory?.present)
      })
    let status = try run(rules, opened, clock, mailbox, settings)
    return status.combined(with: recorded.status)
  }

  /// The value of `--latency`: `5s`, or `0s..5s`
  ///
  /// `3s` is always three seconds, `0s..5s` from none to five by chance; `5s..1s`, `0.5s` and `2h` are mistakes.
  private func latency() throws(CommandFailure) -> Latency? {
    guard let text = invocation.value("--latency") else { return nil }
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { end in
      (try? QuantityLiteral.parse(String(end)))?.value(as: .duration)
    }
    guard let first = ends.first, let last = ends.last, ends.count <= 2, let first, let last,
      first >= 0, last >= first, last <= Self.longestLatency, first.rounded() == first,
      last.rounded() == last
    else {
      throw .usage(
        "`\(text)` is no latency",
        help: "write whole seconds up to an hour: `5s`, or from the least to the most: `0s..5s`")
    }
    return Latency(Int64(first)...Int64(last))
  }

  /// The most that a response of a rehearsal takes, in seconds
  private static let longestLatency = 3600.0

  /// Runs the loop with the lock of the store, until it ends
  private func run(
    _ rules: LiveRules, _ opened: OpenedStore, _ clock: any LiveClock, _ mailbox: LiveMailbox,
    _ settings: LiveDriver.Settings, samples: [String] = []
  ) throws(CommandFailure) -> ExitStatus {
    let output = LiveOutput(console: console, isJSON: invocation.wantsJSON, zone: rules.zone)
    return try opened.work { (store) throws(StoreFailure) in
      // No other process can see it, so it needs no lock.
      let lock =
        store.isInMemory
        ? nil
        : try store.becomeDaemon(
          pid: Int64(getpid()), at: context.present)
      defer { withExtendedLifetime(lock) {} }
      if !settings.isOnce { store.patience = patience(mailbox) }
      if !samples.isEmpty {
        output.say("samples, not your own: \(samples.joined(separator: ", "))")
      }
      let driver = try LiveDriver(
        rules, store: store, clock: clock, mailbox: mailbox, output: output, settings: settings)
      return try driver.run()
    }
  }

  /// The patience with a store that another process holds, or whose disk is full, until the run is to stop
  private func patience(_ mailbox: LiveMailbox) -> StorePatience {
    StorePatience(
      report: { [console] failure in
        guard let failure else { return console.message("the store works again") }
        console.message("\(failure.message); nothing is lost, and it is tried again until it works")
      },
      wait: { [clock] in
        #if Relapses
          if Relapse.isOn(.lockEndsRun) { return false }
        #endif
        // SQLite has waited for another process already; a disk is tried twice a second.
        clock.pause(milliseconds: 500)
        return !mailbox.hasStop
      })
  }

  /// Rules with their connectors, under the name of the store for services that know the run again
  private func connected(
    _ checked: CheckedRules, _ opened: OpenedStore, _ web: WebClient, _ logins: Logins?
  ) throws(CommandFailure) -> LiveRules {
    let isKnownAgain = checked.analysis.connections.contains {
      ConnectorRegistry.kind(named: $0.connector)?.isKnownAgain ?? false
    }
    let installation =
      isKnownAgain
      ? try opened.work { (store) throws(StoreFailure) in try store.installation() } : ""
    return try LiveRules.connected(
      checked, invocation, web, in: context, logins: logins, installation: installation)
  }

  /// The rules as they are now; errors in them have been reported
  private func reload(
    _ opened: OpenedStore, _ web: WebClient, _ logins: Logins?
  ) -> ChangedRules {
    do throws(CommandFailure) {
      let checked = try CheckedRules.read(operands, in: context)
      if checked.analysis.hasErrors {
        _ = checked.printProblems(console)
        return .broken
      }
      return .rules(try connected(checked, opened, web, logins))
    } catch {
      return .unreadable(error)
    }
  }

  /// The store as the command line names it, else its path
  private func storeName() throws(CommandFailure) -> String {
    if let named = invocation.value("--store") { return named }
    return try OpenedStore.path(invocation, in: context)
  }
}

extension Invocation {
  /// The value of an option in whole seconds, such as `10s` or `5min`; nil without the option
  func seconds(
    _ option: String, in range: ClosedRange<Int64>
  ) throws(CommandFailure) -> Int64? {
    guard let text = value(option) else { return nil }
    guard let value = (try? QuantityLiteral.parse(text))?.value(as: .duration),
      value.rounded() == value, Double(range.lowerBound)...Double(range.upperBound) ~= value
    else {
      let (least, most) = (DurationText.text(range.lowerBound), DurationText.text(range.upperBound))
      throw .usage(
        "`\(text)` is no value of `\(option)`",
        help: "write whole seconds or minutes from \(least) to \(most), such as `10s` or `5min`")
    }
    return Int64(value)
  }
}
