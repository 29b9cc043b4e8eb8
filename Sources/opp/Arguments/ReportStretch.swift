internal import OppModel
internal import OppOutputs

/// The calendar period that a report is of, by `--day`, `--week`, `--month` or `--year`
///
/// ```
/// --day 2026-06-21      that day                 --month 2026-06    June, also by any date of it
/// --week 2026-06-21     15 to 21 June            --year 2026        the year, also by any date of it
/// ```
struct ReportStretch {
  /// The option that names it
  let option: String
  let period: CalendarPeriod

  /// A date of the period
  let date: CivilDate

  /// The options, and the period of each
  private static let periods: [(option: String, period: CalendarPeriod)] = [
    ("--day", .day), ("--week", .week), ("--month", .month), ("--year", .year),
  ]

  /// The interval of a command line; nil if it names none
  ///
  /// - Throws: for two of them, one beside `--from` or `--to`, and for a date that there is not.
  static func read(_ invocation: Invocation) throws(CommandFailure) -> ReportStretch? {
    let given = periods.filter { invocation.has($0.option) }
    guard let (option, period) = given.first else { return nil }
    if given.count > 1 {
      throw .usage("`\(option)` and `\(given[1].option)` exclude each other")
    }
    if let other = ["--from", "--to"].first(where: { invocation.has($0) }) {
      throw .usage("`\(option)` and `\(other)` exclude each other")
    }
    let text = invocation.value(option) ?? ""
    guard let date = date(text, period) else {
      let example =
        switch period {
        case .year: "2026"
        case .month: "2026-06"
        case .week, .day, .hour: "2026-06-21"
        }
      throw .usage(
        "`\(text)` is not a \(period == .day ? "date" : period.name)",
        help: "write `\(option) \(example)`")
    }
    return ReportStretch(option: option, period: period, date: date)
  }

  /// A date, for months also `2026-06` and for years `2026`
  private static func date(_ text: String, _ period: CalendarPeriod) -> CivilDate? {
    if let date = CivilDate(iso8601: text) { return date }
    if period == .month || period == .year, let date = CivilDate(iso8601: text + "-01") {
      return date
    }
    return period == .year ? CivilDate(iso8601: text + "-01-01") : nil
  }

  /// The seconds from the first to before the last
  func seconds(in zone: Zone) -> Range<Int64> {
    zone.period(period, around: zone.startOfDay(date).seconds)
  }

  /// The failure for a period of which the recording has nothing
  func missing(in zone: Zone, from: Instant, to: Instant) -> CommandFailure {
    let first = zone.local(at: from).date.iso8601
    let last = zone.local(at: to.advanced(by: -1)).date.iso8601
    let shown = (period == .day ? "" : "the \(period.name) of ") + date.iso8601
    return .usage(
      "the recording has nothing of \(shown): it goes from \(first) to \(last)",
      help: "give one of its days: `\(option) \(last)`")
  }
}
