internal import OppModel

/// The results of geocoding, and the places that can be found by category
struct PlaceStates: Sendable {
  /// By text: the position that geocoding found, or nil for *no such address*; no entry if it was not looked up
  private var addresses: [String: Position?] = [:]

  /// By category, each place with its position in space
  private var categories: [String: [(place: KnownPlace, site: Site)]] = [:]

  /// Whether the places of all categories are known
  private(set) var isComplete = false

  /// The reason why the last attempt to look a subject up failed
  var failures: [FetchKey: String] = [:]

  /// The places of addresses, as readings
  private var positions: [String: Reading] = [:]

  /// The instances to evaluate when an address becomes known, and when places do
  var addressListeners: [InstanceID] = []
  var nearestListeners: [InstanceID] = []

  /// Takes the position that geocoding found for a text; nil for *no such address*
  mutating func set(_ position: Position?, of text: String, _ pool: inout ObjectPool) {
    addresses[text] = .some(position)
    failures[.address(text)] = nil
    positions[text] = position.map { position in
      pool.reading(.place(Place(name: text, position: position, radius: nil)))
    }
  }

  /// Puts places in place of those of a category, or of all
  mutating func replace(_ places: [KnownPlace], category: String?) {
    if let category {
      categories[category] = []
      failures[.places(category: category)] = nil
    } else {
      failures = failures.filter { if case .places = $0.key { false } else { true } }
      categories = [:]
      isComplete = true
    }
    for place in places where category == nil || place.category == category {
      let site = Site(.position(place.position), place.position)
      categories[place.category, default: []].append((place, site))
    }
  }

  /// Whether geocoding has a result for a text
  func hasResponded(_ text: String) -> Bool { addresses[text] != nil }

  /// Whether the places of a category are known, even if there is none
  func has(_ category: String) -> Bool { isComplete || categories[category] != nil }

  /// Takes over the places that another knows, and keeps its own addresses
  mutating func take(placesOf other: PlaceStates) {
    categories = other.categories
    isComplete = other.isComplete
  }

  /// The texts that geocoding has a result for
  var texts: [String] { Array(addresses.keys) }

  /// The position that geocoding found; nil for *no such address*
  func position(_ text: String) -> Position? { addresses[text] ?? nil }

  /// The places that can be found, by category
  var known: [(category: String, places: [KnownPlace])] {
    categories.keys.sorted { KeyOrder.isLess($0, $1) }.map { category in
      (category, (categories[category] ?? []).map { $0.place })
    }
  }

  /// Whether geocoding found no such address
  func isRefused(_ text: String) -> Bool {
    if case .some(nil) = addresses[text] { return true }
    return false
  }

  /// The place of an address; unknown if it was not looked up, or was not found
  func address(_ reading: Reading, _ pool: ObjectPool) -> Reading {
    guard let text = pool.text(reading), let position = positions[text] else {
      return .unknown(until: reading.until)
    }
    return position.bounded(by: reading.until)
  }

  /// The nearest place of a category; of equally near ones, the first
  ///
  /// - Complexity: linear in the places of the category, with a geodesic for few of them.
  func nearest(_ category: String, to position: Position) -> KnownPlace? {
    let origin = Site(.position(position), position)
    var best: (length: Double, place: KnownPlace)?
    for (place, site) in categories[category] ?? [] {
      // A chord is never longer than the geodesic, but for rounding.
      if let best, origin.chord(to: site) * (1 - 1e-12) - 1e-3 > best.length { continue }
      let length = Geodesic.distance(from: position, to: place.position)
      if let best, best.length <= length { continue }
      best = (length, place)
    }
    return best?.place
  }
}

extension PlaceStates: Persisted {
  /// Whether no places are known, so that nothing is to be kept but addresses, each in an entry of its own
  var isWithoutPlaces: Bool { !isComplete && categories.isEmpty }

  /// The places of each category, in the order in which the nearest is looked for
  ///
  /// `1 F 1 4:park 1 9:Lake Park @ 48 -123`: of the parks that there are one is known, and nothing of other categories.
  func write(to writer: inout MemoryWriter) {
    let known = known
    writer.add(isComplete)
    writer.add(known.count)
    for (category, places) in known {
      writer.add(category)
      writer.add(places.count)
      for place in places {
        writer.add(place.name)
        writer.add(.some(place.position))
      }
    }
  }

  mutating func restore(from reader: inout MemoryReader) {
    if reader.isTrue() { replace([], category: nil) }
    for _ in 0..<reader.count() {
      let category = reader.string()
      var own: [KnownPlace] = []
      for _ in 0..<reader.count() {
        let name = reader.string()
        guard let position = reader.position() else { continue }
        own.append(KnownPlace(name: name, category: category, position: position))
      }
      replace(own, category: category)
    }
  }
}
