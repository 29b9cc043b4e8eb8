internal import OppOutputs
internal import OppSystem

/// The questions of `opp init` on a terminal
///
/// ```
///   1 reminders  weather, calendar, plants and birthdays
///   2 trips      trips from positions: distance, points, streaks, friends
///   …
/// 1 to 4, or its name [reminders]: 3
/// Your time zone [Europe/Berlin]:
/// ```
///
/// Enter takes the text in brackets, or leaves the answer out. An answer that cannot be used is asked for again.
struct InitQuestions {
  private let console: Console

  /// The next line that is typed; nil at the end of the input
  private let nextLine: () -> String?

  init(_ console: Console, nextLine: @escaping () -> String?) {
    self.console = console
    self.nextLine = nextLine
  }

  /// Asks for the answers that the options have not given
  ///
  /// - Parameter zone: the zone of this machine.
  /// - Throws: `CommandFailure` if the input ends.
  func complete(
    _ answers: inout RuleSetAnswers, _ invocation: Invocation, zone: String
  ) throws(CommandFailure) {
    if !invocation.has("--template") {
      console.line("What is it for?")
      let width = Template.allCases.map(\.rawValue.count).max() ?? 0
      for (index, template) in Template.allCases.enumerated() {
        let padding = String(repeating: " ", count: width - template.rawValue.count)
        console.line("  \(index + 1) \(template.rawValue)\(padding)  \(template.summary)")
      }
      try ask("1 to \(Template.allCases.count), or its name [reminders]: ") {
        (text) throws(CommandFailure) in try answers.take(template: text ?? "reminders")
      }
    }
    if !invocation.has("--zone"), answers.ruleSet.template.movesWithZone {
      try ask("Your time zone [\(zone)]: ") { (text) throws(CommandFailure) in
        try answers.take(zone: text ?? zone)
      }
    }
    let template = answers.ruleSet.template
    if !invocation.has("--home"), !invocation.has("--phone"), template.place.mayBeHome {
      try ask("Where you live, as latitude,longitude [leave out]: ") {
        (text) throws(CommandFailure) in if let text { try answers.take(home: text) }
      }
    }
    if !invocation.has("--phone"), answers.ruleSet.home == nil, template.place.moves {
      try ask("The address of your phone's positions, by OwnTracks [leave out]: ") {
        (text) throws(CommandFailure) in if let text { try answers.take(phone: text) }
      }
    }
    if !invocation.has("--calendar"), answers.ruleSet.template.calendar != nil {
      try ask("Your calendar, a file or an address [the sample]: ") {
        (text) throws(CommandFailure) in if let text { try answers.take(calendar: text) }
      }
    }
    if !invocation.has("--url"), template == .home {
      try ask("The address of your Home Assistant [\(NewRuleSet.usualHouse)]: ") {
        (text) throws(CommandFailure) in if let text { try answers.take(url: text) }
      }
    }
    if !invocation.has("--notify") {
      let app = template == .home ? "mobile_app_… of a phone, " : ""
      try ask(
        "Notifications: terminal, desktop, \(app)or the address of a topic of ntfy [terminal]: "
      ) {
        (text) throws(CommandFailure) in try answers.take(notifications: text ?? "terminal")
      }
    }
  }

  /// Asks until an answer is taken
  ///
  /// - Parameter take: gets the text without spaces around it, or nil for an empty line.
  private func ask(
    _ question: String, _ take: (String?) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    while true {
      console.write(question)
      console.flush()
      guard let line = nextLine() else {
        console.line()
        throw .usage("the questions were not answered, and nothing was written")
      }
      let text = line.trimmingSpaces()
      do throws(CommandFailure) {
        return try take(text.isEmpty ? nil : text)
      } catch {
        console.report(error)
      }
    }
  }
}
