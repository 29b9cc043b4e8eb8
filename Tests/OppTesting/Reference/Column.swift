internal import OppModel

/// The values of one expression, one a second of memory
///
/// A cell holds 64 bits: the pattern of a scalar, 0 or 1 of a truth, or where in the pool a text, a
/// position or a list lies. So a week of one expression is five megabytes, whatever its type.
final class Column {
  /// The cell of what is not known: the pattern of a NaN, which no scalar has
  static let unknown = UInt64.max

  /// One a second from ``begin`` on
  private(set) var cells: [UInt64] = []

  /// The first second of memory
  let begin: Int64
  private let isTruth: Bool
  private let isPooled: Bool
  private let pool: ValuePool

  init(begin: Int64, count: Int, type: ValueType, pool: ValuePool) {
    self.begin = begin
    self.pool = pool
    cells.reserveCapacity(count)
    switch type {
    case .bool: (isTruth, isPooled) = (true, false)
    case .text, .position, .place, .row, .list: (isTruth, isPooled) = (false, true)
    default: (isTruth, isPooled) = (false, false)
    }
  }

  /// The second after the last one known so far
  var end: Int64 { begin + Int64(cells.count) }

  func append(_ value: Value?) {
    cells.append(cell(of: value))
  }

  /// One more second with what the second before had
  func repeatLast() {
    cells.append(cells[cells.count - 1])
  }

  /// The value at a second; unknown before memory begins
  subscript(second: Int64) -> Value? {
    second < begin ? nil : value(of: cells[Int(second - begin)])
  }

  /// The truth of a Bool at a second; unknown before memory begins
  func truth(at second: Int64) -> Truth {
    guard second >= begin else { return .unknown }
    switch cells[Int(second - begin)] {
    case 0: return .false
    case 1: return .true
    default: return .unknown
    }
  }

  /// The number at a second; nil where it is unknown
  func scalar(at second: Int64) -> Double? {
    guard second >= begin else { return nil }
    let cell = cells[Int(second - begin)]
    return cell == Column.unknown ? nil : Double(bitPattern: cell)
  }

  /// Whether a second has what the second before had
  func isUnchanged(at second: Int64) -> Bool {
    let index = Int(second - begin)
    // A column that begins later is steady: it is unknown.
    return index < 0 || index > 0 && cells[index] == cells[index - 1]
  }

  private func cell(of value: Value?) -> UInt64 {
    switch value {
    case nil: Column.unknown
    case .truth(let truth): truth ? 1 : 0
    case .scalar(let scalar): scalar.bitPattern
    case .some(let other): pool.index(of: other)
    }
  }

  private func value(of cell: UInt64) -> Value? {
    if cell == Column.unknown { return nil }
    if isTruth { return .truth(cell == 1) }
    return isPooled ? pool.values[Int(cell)] : .scalar(Double(bitPattern: cell))
  }
}

/// Every text, position and list that occurs, once
final class ValuePool {
  private(set) var values: [Value] = []
  private var indices: [Value: UInt64] = [:]

  func index(of value: Value) -> UInt64 {
    if let index = indices[value] { return index }
    let index = UInt64(values.count)
    values.append(value)
    indices[value] = index
    return index
  }
}
