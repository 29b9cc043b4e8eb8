internal import Foundation
internal import OppStore

/// The key of a row of `for each`, as the store keeps it: a JSON array
enum RowKey {
  /// The key that `--row` means: as `opp history` prints it, or its values alone, joined by commas
  ///
  /// - Returns: nil where no row is named.
  /// - Throws: `CommandFailure` with the nearest key where the Opp is not known to have such a row.
  static func read(
    _ invocation: Invocation, of opp: String, _ store: OpenedStore
  ) throws(CommandFailure) -> String? {
    guard let wanted = invocation.value("--row") else { return nil }
    let rows = try store.work { (store) throws(StoreFailure) in try store.rows(of: opp) }
    if let row = rows.first(where: { $0 == wanted || spellings(of: $0).contains(wanted) }) {
      return row
    }
    let names = rows.compactMap { spellings(of: $0).first ?? $0 }
    throw .usage(
      "`\(opp)` has had no row `\(wanted)`",
      help: Invocation.suggestion(for: wanted, among: names)
        ?? names.first.map { "there is, for example, `\($0)`" } ?? "none of its rows has fired yet")
  }

  /// `dishes, 2` and `dishes,2` for `["dishes",2]`
  private static func spellings(of row: String) -> [String] {
    guard let values = try? JSONSerialization.jsonObject(with: Data(row.utf8)) as? [Any] else {
      return []
    }
    let texts = values.map { "\($0)" }
    return [texts.joined(separator: ", "), texts.joined(separator: ",")]
  }
}
