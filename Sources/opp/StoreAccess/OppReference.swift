internal import OppModel
internal import OppOutputs
internal import OppStore

/// The target of a command's first operand: an Opp, or one firing by the identity that its notification
/// carried
///
/// | operand | Opp | row | firing |
/// | --- | --- | --- | --- |
/// | `Tea` | Tea | that of `--row`, or nil | nil |
/// | `2026-06-21T19:00:00Z/Tea` | Tea | nil | that one |
/// | `2026-06-21T19:00:00Z/Chore%20due/%5B%22dishes%22%5D` | Chore due | `["dishes"]` | that one |
struct OppReference {
  let opp: DeclaredOpp

  /// The zone of the rules that have the Opp; nil if they name none
  let zoneName: String?

  /// The key of the row that is meant; nil for the whole Opp
  let row: String?

  /// The firing that is meant; nil if an Opp is named
  let firing: StoredFiring?

  /// - Returns: nil if the rules named have errors, which have been reported.
  /// - Throws: `CommandFailure` if there is no such Opp, row or firing.
  static func find(
    _ invocation: Invocation, _ store: OpenedStore, _ context: CommandContext,
    _ console: Console
  ) throws(CommandFailure) -> OppReference? {
    let word = invocation.operands[0]
    let firing = try store.work { (store) throws(StoreFailure) in try store.firing(word) }
    guard firing != nil || !isIdentity(word) else {
      throw .usage(
        "nothing fired with the identity `\(word)`", help: "`opp history --format json` has them")
    }
    let files = Array(invocation.operands.dropFirst())
    guard let known = try KnownOpps.find(files, store, in: context, console) else {
      return nil
    }
    let opp = try known.opp(named: firing?.firing.opp ?? word)
    guard let firing else {
      return OppReference(
        opp: opp, zoneName: known.zoneName, row: try RowKey.read(invocation, of: opp.name, store),
        firing: nil)
    }
    let row = firing.firing.row
    return OppReference(
      opp: opp, zoneName: known.zoneName, row: row.isEmpty ? nil : row, firing: firing)
  }

  /// `2026-06-21T19:00:00Z/Lunch%20walk`: an instant, then a name without spaces
  private static func isIdentity(_ word: String) -> Bool {
    let parts = word.split(separator: "/", maxSplits: 1)
    return parts.count == 2 && !word.contains(" ") && Instant(rfc3339: String(parts[0])) != nil
  }
}
