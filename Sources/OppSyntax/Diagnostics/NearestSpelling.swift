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
  let written = Array(word.unicodeScalars)
  guard !written.isEmpty, written.count <= 64 else { return nil }
  let lowered = written.map { $0.lowered }
  let limit = written.count <= 4 ? 1 : written.count <= 8 ? 2 : 3
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let scalars = Array(candidate.unicodeScalars)
    guard scalars.count <= 64, abs(scalars.count - written.count) <= limit else { continue }
    guard let slips = slips(lowered, scalars.map { $0.lowered }, limit: limit) else { continue }
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
private func slips(
  _ written: [Unicode.Scalar], _ meant: [Unicode.Scalar], limit: Int
) -> Int? {
  var beforeLast = [Int](repeating: 0, count: meant.count + 1)
  var last = Array(0...meant.count)
  for row in written.indices {
    var current = [row + 1]
    current.reserveCapacity(meant.count + 1)
    for column in meant.indices {
      let isSame = written[row] == meant[column]
      var least = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, written[row] == meant[column - 1], written[row - 1] == meant[column] {
        least = min(least, beforeLast[column - 1] + 1)
      }
      current.append(least)
    }
    beforeLast = last
    last = current
  }
  return last[meant.count] <= limit ? last[meant.count] : nil
}

extension Unicode.Scalar {
  /// The small letter of a Latin capital; other scalars as they are
  fileprivate var lowered: Unicode.Scalar {
    value >= 0x41 && value <= 0x5A ? Unicode.Scalar(UInt8(value + 0x20)) : self
  }
}
