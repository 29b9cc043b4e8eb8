/// The candidate that a word was most likely meant to be; `nil` if none is near
///
/// Near is at most one slip in a word of up to four characters, two up to eight, three in longer ones;
/// a slip is a character too many, too few or wrong, or two that changed places (the restricted
/// Damerau-Levenshtein distance). Letters that differ in case only count as no slip but lose a tie.
/// Of several equally near candidates it is the first.
///
/// - Complexity: the length of the word times that of all candidates; words of more than
///   64 characters are never near to anything.
///
/// ```
/// tmep, in temp and time     temp      two letters changed places: one slip
/// Temp, in temp              temp      no slip, yet not the same
/// x, in y                    nil       all of it would be a slip
/// frobnicate, in temp        nil
/// ```
package func nearestSpelling(of word: String, in candidates: some Sequence<String>) -> String? {
  let written = word.unicodeScalars.map { $0.value }
  guard !written.isEmpty, written.count <= 64 else { return nil }
  let small = written.map { lowered($0) }
  let limit = written.count <= 4 ? 1 : written.count <= 8 ? 2 : 3
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    // A scalar has four bytes at most.
    let size = candidate.utf8.count
    guard size >= written.count - limit, size <= 4 * (written.count + limit) else { continue }
    let scalars = candidate.unicodeScalars.map { $0.value }
    guard scalars.count <= 64, abs(scalars.count - written.count) <= limit else { continue }
    guard let slips = slips(small, scalars.map { lowered($0) }, limit: limit) else { continue }
    // A word of one or two letters with as many slips is another word.
    guard slips < max(scalars.count, written.count) else { continue }
    let distance = slips * 2 + (slips == 0 && scalars != written ? 1 : 0)
    if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
  }
  return best?.candidate
}

/// The number of slips that lead from one word to the other; nil for more than a limit
///
/// Row by row of the table of prefixes; two letters that changed places look two rows back:
///
/// ```
///       t e m p
///     0 1 2 3 4
///   t 1 0 1 2 3
///   m 2 1 1 1 2
///   e 3 2 1 1 2          `me` for `em`: one more than two rows back
///   p 4 3 2 2 1
/// ```
///
/// Each row follows from the two before it, and no number in it is less than the least of the row before, or than one more
/// than that of the row before that: so it ends where both are beyond the limit.
private func slips(_ written: [UInt32], _ meant: [UInt32], limit: Int) -> Int? {
  var beforeLast = [Int](repeating: 0, count: meant.count + 1)
  var last = Array(0...meant.count)
  var (row, leastBefore) = (0, 0)
  while row < written.count {
    var current = [row + 1]
    current.reserveCapacity(meant.count + 1)
    var (column, leastOfRow) = (0, row + 1)
    while column < meant.count {
      let isSame = written[row] == meant[column]
      var least = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, written[row] == meant[column - 1], written[row - 1] == meant[column] {
        least = min(least, beforeLast[column - 1] + 1)
      }
      if least < leastOfRow { leastOfRow = least }
      current.append(least)
      column += 1
    }
    guard leastOfRow <= limit || leastBefore < limit else { return nil }
    leastBefore = leastOfRow
    beforeLast = last
    last = current
    row += 1
  }
  return last[meant.count] <= limit ? last[meant.count] : nil
}

/// The small letter of a Latin capital; other scalars as they are
private func lowered(_ scalar: UInt32) -> UInt32 {
  scalar >= 0x41 && scalar <= 0x5A ? scalar + 0x20 : scalar
}
