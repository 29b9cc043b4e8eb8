package import OppModel

/// A calendar file of a recording
///
/// | file | feeds |
/// | --- | --- |
/// | `calendar.ics` | the source `calendar` and the table `agenda` |
/// | `holidays.ics` | the table `holidays`, with the fields that it shares with `agenda` |
package struct RecordedCalendar: Hashable, Sendable {
  /// The path of the file
  package let path: String

  /// The table that it feeds alone; nil for `calendar.ics`
  package let table: TableID?

  /// The name of the file in its folder
  package var fileName: String {
    String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
  }
}
