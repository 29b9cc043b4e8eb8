internal import OppAnalysis
internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `impossible-date`
///
/// ```
/// found     today.day == 31 and month == apr             31 April does not exist
///           weekday == fri and today == 2027-05-15       15 May 2027 is a Saturday, not a Friday
///           time.hour == 24                              there is no such hour: hours are 0 to 23
/// silent    month == feb and today.day == 29             in some years
///           today.day == 31 and month in [oct, dec]
/// ```
enum ImpossibleDate {
  static let rule = LintRule(
    name: "impossible-date", category: .correctness, severity: .warning, precision: .veryHigh,
    need: .procedure,
    page: LintPage(
      headline: "a date does not exist",
      why: """
        The calendar has no such day, or the clock no such time: 30 February, the 31st of a month of 30 days, a date on
        another weekday than the one beside it, hour 24. The condition is never true, and the Opp never fires. Of a
        weekday beside a date, the message names the weekday that the date has.
        """,
      bad: """
        opp "Tickets" on 8:15 when today == 2027-03-27 and weekday == sun notify "Tickets."
        """,
      good: """
        opp "Tickets" on 8:15 when today == 2027-03-28 notify "Tickets."
        """,
      related: ["never-true", "past-date"])
  ) { subject, findings in
    for opp in subject.opps {
      let literals = opp.conditions
      guard !literals.isEmpty, subject.proofs.isNever(literals),
        case .never(let core, _) = subject.proofs.verdict(literals),
        let date = missingDate(core, subject)
      else { continue }
      // The last part in the text is marked, the others are labels.
      var places = NeverTrue.places(of: core, in: opp, subject)
      guard let last = places.popLast() else { continue }
      findings.report(
        last, date.words, labels: places.map { Diagnostic.Label(range: $0, text: "with this") },
        helps: date.help.map { [$0] } ?? [])
    }
  }
}

/// A date or a time that does not exist, in words
struct MissingDate {
  /// The headline
  let words: String

  /// The advice; `nil` if there is none
  let help: String?
}

extension ImpossibleDate {
  /// The date of which a proof says that there is none; nil for a proof of something else
  ///
  /// Every part of the proof has to be of the calendar; another part is another mistake.
  static func missingDate(_ core: [OppAnalysis.Part], _ subject: LintSubject) -> MissingDate? {
    // 1. The field and, of an equality that is to hold, the value of each part.
    var fields: [CalendarField] = []
    var points: [CalendarField: Int64] = [:]
    for part in core {
      guard let (field, point) = calendarLiteral(part.node, subject) else { return nil }
      fields.append(field)
      if let point, part.holds == .isTrue { points[field] = point }
    }
    // 2. One field alone is out of its bounds, two exclude each other, or more than two do.
    if fields.count == 1 { return fields[0].bounds.map { MissingDate(words: $0, help: nil) } }
    guard Set(fields).count > 1, !fields.contains(.hour), !fields.contains(.minute),
      !fields.contains(.second)
    else { return nil }
    if let day = points[.day], let month = points[.month], points.count == 2,
      CivilDate.monthNames.indices.contains(Int(month) - 1)
    {
      return MissingDate(
        words: "\(day) \(CivilDate.monthNames[Int(month) - 1]) does not exist",
        help: "the last day of a month is the day before `today.day == 1`")
    }
    if let days = points[.date], let weekday = points[.weekday], points.count == 2 {
      return wrongWeekday(CivilDate(days: days), Int(weekday))
    }
    return MissingDate(words: "there is no such date", help: nil)
  }

  /// 2027-05-15, a Saturday, and Friday (4): “15 May 2027 is a Saturday, not a Friday”, and the next Friday
  private static func wrongWeekday(_ date: CivilDate, _ weekday: Int) -> MissingDate {
    let names = CivilDate.weekdayNames
    guard names.indices.contains(weekday) else {
      return MissingDate(words: "there is no such date", help: nil)
    }
    let distance = (weekday - date.weekday + 7) % 7
    let next = date.advanced(by: Int64(distance))
    return MissingDate(
      words: "\(date.words) is a \(names[date.weekday]), not a \(names[weekday])",
      help: "the next \(names[weekday]) is \(next.words)")
  }

  /// The field of the calendar that a comparison with a constant looks at, and the constant of an equality
  ///
  /// `today.day == 31` gives the day and 31, `month in [apr, jun]` the month alone.
  private static func calendarLiteral(_ node: NodeID, _ subject: LintSubject) -> (
    CalendarField, Int64?
  )? {
    let operation = subject.graph[node].operation
    if case .compare(let sign, let left, let right) = operation {
      let (value, field) =
        calendarField(left, subject).map { (right, $0) } ?? (left, calendarField(right, subject))
      guard let field, case .constant(.scalar(let number)) = subject.graph[value].operation else {
        return nil
      }
      return (field, sign == .equal ? Int64(exactly: number) : nil)
    }
    if case .inRange(let value, _, _, _) = operation {
      return calendarField(value, subject).map { ($0, nil) }
    }
    if case .element(let value, _) = operation {
      return calendarField(value, subject).map { ($0, nil) }
    }
    return nil
  }

  /// The field of the calendar that a node is; nil for another one
  private static func calendarField(_ node: NodeID, _ subject: LintSubject) -> CalendarField? {
    if case .part(let part, _) = subject.graph[node].operation { return CalendarField(part) }
    if case .clock(let field) = subject.graph[node].operation { return CalendarField(field) }
    return nil
  }
}

/// A field of a date or of a time of day
private enum CalendarField: Hashable {
  case date
  case weekday
  case month
  case day
  case year
  case hour
  case minute
  case second

  /// The field that a part of a date or of an instant is; nil for a whole time of day
  init?(_ part: OppModel.Part) {
    switch part {
    case .date: self = .date
    case .weekday: self = .weekday
    case .month: self = .month
    case .day: self = .day
    case .year: self = .year
    case .hour: self = .hour
    case .minute: self = .minute
    case .second: self = .second
    case .time, .week, .weekStart, .monthStart, .monthEnd, .yearStart: return nil
    }
  }

  /// The field that a keyword of the clock is; nil for those that are more than one
  init?(_ field: ClockField) {
    switch field {
    case .today: self = .date
    case .weekday: self = .weekday
    case .month: self = .month
    case .now, .time: return nil
    }
  }

  /// The values that the field has; nil for one that every constant fits
  var bounds: String? {
    switch self {
    case .day: "there is no such day: days of a month are 1 to 31"
    case .hour: "there is no such hour: hours are 0 to 23"
    case .minute: "there is no such minute: minutes are 0 to 59"
    case .second: "there is no such second: seconds are 0 to 59"
    case .date, .weekday, .month, .year: nil
    }
  }
}
