internal import OppEngine
internal import OppModel
internal import OppSyntax

/// The labels of rows beside lanes of truth: the titles of the rows, made different
///
/// ```
/// id  title     begins           label
/// 1   Report    9:00             Report
/// 2   Meeting   9:00             Meeting, 09:00
/// 3   Meeting   14:00            Meeting, 14:00
/// 4             none             4
/// ```
///
/// A label has at most ``limit`` columns.
struct RowLabels {
  /// The zone of the days on which rows begin
  let zone: Zone

  /// The words for the key of a row
  let key: (RowID) -> String

  /// The words for the beginning of a row, with its date if the second value is `true`
  let beginning: (Instant, Bool) -> String

  /// The most columns of a label
  static let limit = 40

  /// The labels of rows, in their order
  func labels(of traces: [ConditionTrace]) -> [String] {
    var alike: [String: [ConditionTrace]] = [:]
    for trace in traces {
      if let title = trace.title { alike[title, default: []].append(trace) }
    }
    return traces.map { trace in
      let key = trace.row.map { self.key($0) } ?? ""
      guard let title = trace.title else { return key.cut(to: Self.limit) }
      let others = alike[title] ?? []
      guard others.count > 1 else { return title.cut(to: Self.limit) }
      let mark = own(trace, among: others) ?? key
      return title.cut(to: max(1, Self.limit - mark.cellCount - 2)) + ", " + mark
    }
  }

  /// The beginning of a row, if it differs from those of the rows of the same title
  private func own(_ trace: ConditionTrace, among others: [ConditionTrace]) -> String? {
    guard let begins = trace.begins, others.filter({ $0.begins == begins }).count == 1 else {
      return nil
    }
    let days = Set(others.map { row in row.begins.map { zone.local(at: $0).date } })
    return beginning(begins, days.count > 1)
  }
}
