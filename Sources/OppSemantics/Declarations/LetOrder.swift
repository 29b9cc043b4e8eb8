internal import OppModel
internal import OppSyntax

/// The order in which lets are checked
struct LetOrder: CheckerPart {
  let checker: Checker

  /// The lets, each after those whose names are in its body
  ///
  /// Only an order to check them in, so that long chains of lets need no deep recursion: a name may
  /// turn out to be a case or a field, and a let that needs itself is found when it is checked.
  ///
  /// ```opp
  /// let a = b + c      // order: c, b, a
  /// let b = c * 2
  /// let c = 3
  /// ```
  func letsInOrderOfNeed() -> [Int] {
    var order: [Int] = []
    var isSeen = [Bool](repeating: false, count: definitions.lets.count)
    for start in definitions.lets.indices where !isSeen[start] {
      isSeen[start] = true
      var waiting = [(index: start, needs: needs(of: start))]
      while let (index, needs) = waiting.last {
        guard let next = needs.last else {
          order.append(index)
          waiting.removeLast()
          continue
        }
        waiting[waiting.count - 1].needs.removeLast()
        if isSeen[next] { continue }
        isSeen[next] = true
        waiting.append((next, self.needs(of: next)))
      }
    }
    return order
  }

  /// The lets that a let's body names, with repetitions
  private func needs(of index: Int) -> [Int] {
    var found: [Int] = []
    var token = definitions.lets[index].syntax.value.node.firstToken
    let end = definitions.lets[index].syntax.value.range.end
    while let word = token, word.range.start < end {
      if word.kind == .name, case .let(let other)? = nameTable.symbol(named: word.text),
        other != index
      {
        found.append(other)
      }
      token = word.nextWord
    }
    return found
  }
}
