package import OppModel

/// The content of a report, as plain values: everything that a page, a picture or a program has of it
package struct Report: Sendable {
  /// The name of the rule set
  let title: String

  /// The interval of the strips
  let axis: TimeAxis

  /// In the order of the rules
  let opps: [ReportedOpp]

  /// In the order of the rules
  let charts: [ReportedChart]

  /// The day that is shown hour by hour
  let day: ReportedDay

  var clock: ReportClock { axis.clock }

  /// The firings and records of all Opps
  var count: FiringCount {
    opps.reduce(into: FiringCount()) { count, opp in count.add(opp.count) }
  }

  /// `1 to 30 June 2026`
  var dates: String { clock.dates(axis.dates.first, axis.dates.last) }
}

/// An Opp of a report
struct ReportedOpp: Sendable {
  let name: String

  /// 0xRRGGBB, if it is the same at every firing
  let colour: Int32?
  let isDisabled: Bool

  /// `true` if it fires at events only: while its condition is true, it could
  let hasEvents: Bool

  /// Its text in the rules
  let source: String

  /// The truth of the condition, of `for each` that of any row; nil for an Opp that only waits for events
  let whole: TruthLane?

  /// The outermost parts of the condition
  let parts: [TruthLane]

  /// The rows of `for each` that are shown, and the number of others
  let rows: [TruthLane]
  let hiddenRows: Int

  /// In the order of time
  let firings: [ReportedFiring]

  /// In the order of time
  let records: [ReportedRecord]

  /// The reasons why it was unknown, the longest first: `weather.rain: no reading yet`
  let reasons: [String]

  /// Its firings that notify, and its records
  var count: FiringCount {
    FiringCount(firings: firings.count { $0.notifies }, records: records.count)
  }
}

extension ReportedOpp {
  /// The firings that notify, and the records, of some seconds
  func count(in span: Range<Int64>) -> FiringCount {
    FiringCount(
      firings: firings.count { $0.notifies && span.contains($0.at.seconds) },
      records: records.count { span.contains($0.at.seconds) })
  }
}

/// A row that an Opp has recorded
struct ReportedRecord: Sendable {
  let at: Instant

  /// The key of the row of `for each`, as `opp history` prints it
  let key: String?
  let table: String
}

/// A firing of a report
struct ReportedFiring: Sendable {
  let at: Instant

  /// The key of the row in words, and as `opp history` prints it
  let row: String?
  let key: String?

  /// The text of the notification; nil for one that is the name of its Opp, and without a notification
  let text: String?

  /// `false` if it only records
  let notifies: Bool
  let colour: Int32?

  /// `delivered at 07:30`; `nil` if it was at once
  let delivery: String?

  /// The last answer, and when it was given
  var answer: (answer: Answer, at: Instant)?
}

/// A chart of a report, with its values in words
struct ReportedChart: Sendable {
  let name: String
  let period: CalendarPeriod

  /// The label of each period, long and short: `21 June 2026`, `21`
  let periods: [(long: String, short: String)]
  let series: [Series]

  /// One row or value of `for each`
  struct Series: Sendable {
    /// nil without `for each`
    let name: String?

    /// The value of each period: the number and its words; `nil` if it is unknown
    let values: [(number: Double, text: String)?]
  }
}

/// The day that is shown hour by hour
struct ReportedDay: Sendable {
  let date: CivilDate
  let axis: TimeAxis

  /// The rows of tables that begin and end, in the order of their beginning
  let entries: [Entry]

  /// The fetches that a live run would make; `nil` if that is not known
  let fetches: [ReportedFetch]?

  /// A row of a table with `begins` and `ends`
  struct Entry: Sendable {
    let name: String
    let table: String
    let from: Instant
    let to: Instant
    let colour: Int32?
  }
}

/// A fetch that a live run would make
package struct ReportedFetch: Sendable {
  let at: Instant

  /// `weather @48.4,-123.4`
  let subject: String

  /// The names of the Opps that need it
  let opps: [String]

  package init(at: Instant, subject: String, opps: [String]) {
    self.at = at
    self.subject = subject
    self.opps = opps
  }
}
