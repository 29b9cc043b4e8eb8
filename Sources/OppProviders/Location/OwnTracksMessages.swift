internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppSession

/// Positions in the messages of OwnTracks: https://owntracks.org/booklet/tech/json/
///
/// One message, an array of them as in the recorder's `/api/0/last`, or one a line: JSON alone, or behind
/// a time and the word `*` as in the recorder's `.rec` files. If there are several, the latest by its own time counts.
///
/// ```
/// 2026-06-21T11:58:00Z    *                     {"_type":"location","lat":36.07,"lon":-79.79,"tst":1782043140}
/// 2026-06-21T11:59:30Z    *                     {"_type":"location","lat":1,"lon":2,"tst":1782043000}     older
/// 2026-06-21T11:59:40Z    lwt                   {"_type":"lwt","tst":1782043199}                          no position
/// ```
struct OwnTracksMessages {
  /// The latest position; nil if there is none
  private(set) var latest: Fix?

  /// `true` if any message could not be read because it is encrypted
  private(set) var isEncrypted = false

  /// `true` if anything was a message of OwnTracks at all
  private(set) var isOfOwnTracks = false

  /// The people whose positions these are, if the recorder says so
  private(set) var people: Set<String> = []

  /// Reads one JSON text
  ///
  /// - Returns: whether it is one.
  @discardableResult
  mutating func read(document bytes: [UInt8]) -> Bool {
    guard let json = ParsedJSON(bytes) else { return false }
    if let elements = ParsedJSON.array(json.root) {
      if elements.isEmpty { isOfOwnTracks = true }
      for element in elements { read(element, json) }
    } else {
      read(json.root, json)
    }
    return true
  }

  /// Reads lines and skips other text: the first line may have lost its beginning
  mutating func read(lines bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let start = line.firstIndex(of: UInt8(ascii: "{")) else { continue }
      read(document: Array(line[start...]))
    }
  }

  /// Takes one message: the position of a `location`, or the mark of one that is encrypted
  ///
  /// A `location` without a valid position or time is passed over.
  private mutating func read(_ message: JSONValue, _ json: ParsedJSON) {
    guard let type = message["_type"]?.text else { return }
    isOfOwnTracks = true
    if type == "encrypted" { isEncrypted = true }
    guard type == "location", let latitude = json.number("lat", of: message),
      let longitude = json.number("lon", of: message),
      let position = Position(latitude: latitude, longitude: longitude),
      let time = json.number("tst", of: message), time.magnitude < 1e11
    else { return }
    // Positions of two people in one response are ambiguous: the connection has to name one.
    if let user = message["username"]?.text { people.insert(user) }
    let instant = Instant(seconds: Int64(time.rounded(.down)))
    if let found = latest?.instant, found > instant { return }
    latest = Fix(
      position: position, accuracy: json.number("acc", of: message).flatMap { $0 >= 0 ? $0 : nil },
      // Kilometres an hour; -1 on phones that do not know.
      speed: json.number("vel", of: message).flatMap { $0 >= 0 ? $0 / 3.6 : nil },
      instant: instant)
  }
}

extension OwnTracksMessages {
  /// The latest position
  ///
  /// - Parameter origin: where the messages came from, for people.
  /// - Throws: why there is none.
  func fix(from origin: String) throws(FetchFailure) -> Fix {
    if people.count > 1 {
      throw FetchFailure(
        .misconfigured,
        "\(origin) reports \(people.count) people: request one, with ?user=NAME in the address")
    }
    if let latest { return latest }
    if isEncrypted {
      throw FetchFailure(.misconfigured, "the positions of \(origin) are encrypted")
    }
    if isOfOwnTracks { throw FetchFailure(.broken, "\(origin) has no position yet") }
    throw FetchFailure(.unreadable, "\(origin) holds no messages of OwnTracks")
  }
}
