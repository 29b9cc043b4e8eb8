internal import OppModel

/// The rows of a table, now and ever
struct TableState: Sendable {
  /// Whether anything of it has arrived, or rules record into it
  var isKnown = false

  /// The reason why it cannot be read, where it cannot
  var loss: String?

  /// The first second at which what is known of it no longer counts
  var expiry = Seconds.never

  /// All rows of the latest response; nil where single rows have come or gone since, or the table was lost
  var whole: [[Value?]]?

  /// The value of ``whole`` when the table was lost: it may well come back the same
  var lost: [[Value?]]?

  /// By place in ``whole`` or ``lost``: the row; -1 where it has no key
  var wholeRows: [Int32] = []

  /// Every key ever seen
  var rowOfKey: [[Value]: Int32] = [:]

  /// Every row ever seen, in the order of keys
  var ordered: [Int32] = []

  /// The aggregates over it
  var aggregates: [Int32] = []

  /// Instances that read fields of any of its rows
  var listeners: [Int32] = []

  /// The rules that are `for each` of its rows
  var rules: [Int] = []

  /// The seconds at which the table became known or unknown
  var turns: [(second: Int64, isKnown: Bool)] = []
}

/// A row ever seen, with its present fields
struct RowState: Sendable {
  let table: Int32
  let key: [Value]

  /// The index of its ``RowID`` in the pool
  let object: Int32
  var fields: [Reading]
  var isPresent: Bool

  /// Its place in ``TableState/whole`` where it is there
  var place: Int32 = -1

  /// The second from which on it is not in its table, where it is not
  var absentSince = Seconds.never

  /// Instances that read it
  var leaves: [Int32] = []

  /// Its table and its key
  var id: RowID { RowID(table: TableID(index: table), key: key) }
}
