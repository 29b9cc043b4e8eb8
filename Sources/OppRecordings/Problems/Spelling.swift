/// The word that someone may have meant by one that is not known
package enum Spelling {
  /// The candidate with the fewest letters to change; nil if none is near
  ///
  /// A third of the letters may differ, and at least one. Case does not matter, and the first of equals counts:
  /// `humidty` is near `humidity` (1 of 7), `tmep` near `temp` (1 of 4, a swap), `rain` near nothing in `[wind, sky]`.
  ///
  /// - Complexity: the product of the lengths for each candidate of a similar length.
  package static func nearest(_ word: String, in candidates: [String]) -> String? {
    let letters = Array(word.lowercased().unicodeScalars)
    guard letters.count <= longestWord else { return nil }
    let limit = max(1, letters.count / 3)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let others = Array(candidate.lowercased().unicodeScalars)
      guard abs(others.count - letters.count) <= limit else { continue }
      let distance = distance(letters, others)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// Longer words, in letters, are no misspellings, and comparing them would take long
  private static let longestWord = 100

  /// The number of letters to add, drop, change or swap with their neighbour
  ///
  /// The optimal string alignment distance by dynamic programming; `previous` and `before` are the two rows of the
  /// table above the current one.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var previous = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(previous[column + 1] + 1, current[column] + 1)
        cost = min(cost, previous[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      before = previous
      previous = current
    }
    return previous[right.count]
  }
}
