internal import OppKit

extension Message {
  /// The files of a rule set
  func files(limit: Int) throws(WorkerFailure) -> [RuleFile] {
    var files: [RuleFile] = []
    for file in try objects("files") {
      files.append(
        RuleFile(path: try file.requiredText("path"), text: try file.requiredText("text")))
    }
    let size = files.reduce(0) { $0 + $1.bytes.count }
    guard size <= limit else { throw .overSize("rule set", size, limit) }
    return files
  }

  /// The supplies of those who run the rules, by the name of the source or table
  func supplies() throws(WorkerFailure) -> [String: Supply] {
    var supplies: [String: Supply] = [:]
    for (name, supply) in try namedObjects("supplies") {
      supplies[name] = try Supply(supply)
    }
    return supplies
  }
}

extension Memory {
  /// The memory of a state
  init(state: [String: String], limit: Int) throws(WorkerFailure) {
    let size = state.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    guard size <= limit else { throw .overSize("state", size, limit) }
    self.init(entries: state)
  }
}

extension Supply {
  /// `{"pushed": true}`, or the cost of a request and the time for which its response counts
  init(_ message: Message) throws(WorkerFailure) {
    if try message.truth("pushed") == true {
      self = .pushed
      return
    }
    self = .fetched(
      freshness: try message.integer("freshness"), cell: try message.number("cell"),
      quota: Quota(
        perMinute: try message.integer("per_minute"), perDay: try message.integer("per_day"),
        spacing: try message.integer("spacing") ?? 0),
      cost: try message.number("cost"), hasAllValues: try message.truth("all_values") ?? false,
      isShared: try message.truth("shared") ?? false)
  }
}

extension SessionOptions {
  /// `{"lateness": 900, "lead": 20, "at_once": false, "spread": false, "seed": 0, "time": 2}`, each of which may be left out
  init(_ message: Message?, _ limits: WorkerLimits) throws(WorkerFailure) {
    self.init()
    workLimit = limits.work
    firingLimit = limits.firings
    textLimit = limits.texts
    timeLimit = limits.time
    guard let message else { return }
    if let seconds = try message.integer("lateness") { latenessLimit = max(0, seconds) }
    if let spreads = try message.truth("spread") { spreadsWakes = spreads }
    if let seconds = try message.integer("lead") { lead = max(0, seconds) }
    if let isAtOnce = try message.truth("at_once") { respondsAtOnce = isAtOnce }
    if let seconds = try message.number("time") {
      guard seconds > 0, seconds <= limits.longestTime else {
        throw message.failure("time", "more than 0 and at most \(Int(limits.longestTime)) seconds")
      }
      timeLimit = seconds
    }
    if let seed = try message.integer("seed") { self.seed = UInt64(truncatingIfNeeded: seed) }
  }
}
