/// The end of a process at a call of the disk or at an effect, with the loss of what the disk has not synced
package struct PowerCut: Hashable, Sendable {
  let place: Place

  /// The number of calls or effects until it, from now or from the start of the next process
  let count: Int
  let loss: SimulatedDisk.Loss

  /// The seconds until the next process starts
  let down: Int64

  enum Place: String, Sendable {
    case call

    /// A sync of the disk, a request, a delivery or a wait
    case effect
  }

  init(at place: Place, _ count: Int, losing loss: SimulatedDisk.Loss, down: Int64 = 10) {
    self.place = place
    self.count = count
    self.loss = loss
    self.down = down
  }

  /// The same cut, counted from the start of a process that has made some calls and effects
  func counted(calls: Int, effects: Int) -> PowerCut {
    PowerCut(at: place, count + (place == .call ? calls : effects), losing: loss, down: down)
  }

  /// - Returns: `nil` for other words than those of ``line``.
  init?(_ words: [String]) {
    guard words.count == 9, words[0...2] == ["power", "cut", "at"], words[5] == "losing",
      words[7] == "down", let place = Place(rawValue: words[3]), let count = Int(words[4]),
      let loss = SimulatedDisk.Loss(rawValue: words[6]), let down = Int64(words[8])
    else { return nil }
    self.init(at: place, count, losing: loss, down: down)
  }

  var line: String {
    "power cut at \(place.rawValue) \(count) losing \(loss.rawValue) down \(down)"
  }
}
