internal import OppEngine
internal import OppModel

/// What geocoding answered, and which places are known, at a second
struct PlaceHistory {
  private var addresses: [String: [(from: Int64, position: Position?)]] = [:]
  private var places: [(from: Int64, places: [KnownPlace], category: String?)] = []

  init(arrivals: [ReferenceArrival]) {
    for arrival in arrivals {
      switch arrival.arrival {
      case .address(let text, let position):
        addresses[text, default: []].append((arrival.at.seconds, position))
      case .places(let known, let category):
        places.append((arrival.at.seconds, known, category))
      case .reading, .rows, .schedule, .unavailable, .lost, .counts, .awaited, .answer: break
      }
    }
  }

  /// Where an address is; nil where there is no such address, or nobody has answered yet
  func position(of text: String, at second: Int64) -> Position? {
    addresses[text]?.last { $0.from <= second }?.position
  }

  /// The places of a category: what was last said of it alone or of all
  func places(of category: String, at second: Int64) -> [KnownPlace] {
    let last = places.last { $0.from <= second && ($0.category ?? category) == category }
    return last?.places.filter { $0.category == category } ?? []
  }
}
