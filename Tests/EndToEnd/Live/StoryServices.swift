import Foundation
import OppModel
import OppTesting
import Synchronization
import Testing

/// The services of `examples/live`: one server that answers out of the files of its recording, each path in the
/// shape that its service documents, as things stand at the second that the clock shows
///
/// - Open-Meteo: https://open-meteo.com/en/docs
/// - OwnTracks: https://owntracks.org/booklet/tech/json/
/// - Nominatim: https://nominatim.org/release-docs/latest/api/Search/
/// - Overpass: https://wiki.openstreetmap.org/wiki/OSM_JSON
/// - ntfy: https://docs.ntfy.sh/publish/#publish-as-json
final class StoryServices: Sendable {
  /// What was told, as ntfy got it
  private struct Message: Sendable {
    let at: Instant
    let text: String
  }

  /// A stretch in which a path answers something else
  private struct Outage: Sendable {
    let path: String
    let during: Range<Instant>
    let answer: ServerAnswer
  }

  private let server: LoopbackServer
  private let clock: ScriptedClock
  private let folder: URL
  private let variables: [String: String]
  private let told = Mutex<[Message]>([])
  private let outages = Mutex<[Outage]>([])

  static let zone = "+02:00"

  /// - Parameter variables: the environment of the rules, with the secrets that are asked for.
  init(_ live: LiveFolder, story: String) throws {
    (server, clock) = (live.server, live.clock)
    folder = Repository.root.appending(path: story).appending(path: "data")
    variables = try Self.environment(story, at: live.server.url)
    live.variables = variables
    try open()
  }

  /// The variables of the story's file `environment`, with every service on the server of the tests
  static func environment(_ story: String, at url: String) throws -> [String: String] {
    var result: [String: String] = [:]
    for line in try Repository.text("\(story)/environment").split(separator: "\n")
    where !line.hasPrefix("#") {
      let pair = line.split(separator: "=", maxSplits: 1).map(String.init)
      let word = try #require(pair.count == 2 ? pair[1] : nil)
      var value = word.trimmingCharacters(in: ["\""])
      if let parts = URLComponents(string: value), parts.host != nil {
        value = url + parts.percentEncodedPath + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
      }
      result[pair[0]] = value
    }
    return result
  }

  /// Has a path answer something else for a while
  func fail(_ path: String, during: Range<Instant>, with answer: ServerAnswer) {
    outages.withLock { $0.append(Outage(path: path, during: during, answer: answer)) }
  }

  /// The messages that were published, with the second of each
  var messages: [(at: Instant, text: String)] {
    told.withLock { $0.map { ($0.at, $0.text) } }
  }

  /// What a button of the last message of an Opp says: a word, and the identity of the firing
  func pressed(_ word: String, of opp: String) -> [String]? {
    for message in messages.reversed() {
      guard
        let json = try? JSONSerialization.jsonObject(with: Data(message.text.utf8))
          as? [String: Any], json["title"] as? String == opp
      else { continue }
      let bodies = (json["actions"] as? [[String: Any]] ?? []).compactMap { $0["body"] as? String }
      return bodies.first { $0.hasPrefix(word + " ") }?.split(separator: " ").map(String.init)
    }
    return nil
  }

  /// How often each service was asked, a line a service
  var counts: String {
    var lines: [(name: String, count: Int)] = [
      ("weather", server.requests(to: "/v1/forecast").count { $0.query["current"] != nil }),
      ("forecast", server.requests(to: "/v1/forecast").count { $0.query["hourly"] != nil }),
    ]
    for (name, path) in [
      ("calendar", "/calendars/mira.ics"), ("location", "/api/0/last"),
      ("addresses", "/search"), ("places", "/api/interpreter"), ("flat", "/state.json"),
      ("ntfy", "/"),
    ] { lines.append((name, server.requests(to: path).count)) }
    return lines.map { line in
      line.name.padding(toLength: 10, withPad: " ", startingAt: 0) + "\(line.count)\n"
    }.joined()
  }

  // MARK: - Answers

  private func open() throws {
    let weather = try rows("weather.csv", by: "time")
    serve("/v1/forecast") { request, now in
      request.query["current"] != nil
        ? Self.present(weather, at: now) : Self.expected(weather, at: now)
    }
    let calendar = try String(contentsOf: folder.appending(path: "calendar.ics"), encoding: .utf8)
    serve("/calendars/mira.ics", password: "CALENDAR_PASSWORD") { request, _ in
      if request.header("If-None-Match") == "\"june\"" { return .status(304) }
      return ServerAnswer(
        headers: [("ETag", "\"june\"")], text: calendar, type: "text/calendar; charset=utf-8")
    }
    let track = try rows("location.csv", by: "time")
    serve("/api/0/last", password: "TRACKS_PASSWORD") { _, now in Self.fix(track, at: now) }
    let flat = try rows("flat.csv", by: "time")
    serve("/state.json") { _, now in
      guard let row = Self.row(of: flat, at: now) else { return .status(404) }
      return .json(#"{"inside": \#(row["inside"] ?? ""), "washed": \#(row["washed"] ?? "")}"#)
    }
    let addresses = try rows("addresses.csv")
    serve("/search") { request, _ in Self.found(addresses, request.query["q"] ?? "") }
    let places = try places()
    serve("/api/interpreter") { request, _ in
      request.text.removingPercentEncoding?.contains("supermarket") == true
        ? .json(places) : .json(#"{"elements": []}"#)
    }
    serve("/") { [self] request, now in
      guard request.header("Authorization") == "Bearer \(variables["NTFY_TOKEN"] ?? "")" else {
        return .status(403)
      }
      told.withLock { $0.append(Message(at: now, text: request.text)) }
      return .json(#"{"id":"sPs71M8A2T","event":"message","topic":"mira-4f1c9a"}"#)
    }
  }

  private func serve(
    _ path: String, password: String? = nil,
    _ answer: @escaping @Sendable (ReceivedRequest, Instant) -> ServerAnswer
  ) {
    let word = password.map { Data("mira:\(variables[$0] ?? "")".utf8).base64EncodedString() }
    server.on(path) { [self] request in
      let now = clock.now
      let outage = outages.withLock { outages in
        outages.first { $0.path == path && $0.during.contains(now) }
      }
      if let outage { return outage.answer }
      if let word, request.header("Authorization") != "Basic \(word)" { return .status(401) }
      return answer(request, now)
    }
  }

  private typealias Row = [String: String]

  private static func present(_ rows: [Row], at now: Instant) -> ServerAnswer {
    guard let row = row(of: rows, at: now) else { return .status(404) }
    let rain = (Double(row["rain[mm/h]"] ?? "") ?? 0) / 4
    return .json(
      """
      {"latitude":52.1,"longitude":5.12,"utc_offset_seconds":0,"current_units":{"time":"unixtime",
       "interval":"seconds","temperature_2m":"°C","wind_speed_10m":"m/s","wind_gusts_10m":"m/s",
       "rain":"mm","showers":"mm","snowfall":"cm","weather_code":"wmo code"},
       "current":{"time":\(now.seconds - now.seconds % 900),"interval":900,
       "temperature_2m":\(row["temp"] ?? ""),"wind_speed_10m":\(row["wind"] ?? ""),
       "wind_gusts_10m":\(row["gust"] ?? ""),"rain":\(rain),"showers":0,"snowfall":0,
       "weather_code":\(code(of: row))}}
      """)
  }

  /// The rain of an hour is what fell in the one before
  private static func expected(_ rows: [Row], at now: Instant) -> ServerAnswer {
    let from = now.seconds - now.seconds % 3600
    var (times, temperatures, winds): ([String], [String], [String]) = ([], [], [])
    var (rains, codes): ([String], [String]) = ([], [])
    for (index, row) in rows.enumerated() {
      guard let at = row["at"].flatMap({ Int64($0) }), at >= from else { continue }
      times.append("\(at)")
      temperatures.append(row["temp"] ?? "null")
      winds.append(row["wind"] ?? "null")
      rains.append(index > 0 ? rows[index - 1]["rain[mm/h]"] ?? "null" : "0")
      codes.append("\(code(of: row))")
    }
    func list(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }
    return .json(
      """
      {"latitude":52.1,"longitude":5.12,"utc_offset_seconds":0,"hourly_units":{"time":"unixtime",
       "temperature_2m":"°C","wind_speed_10m":"m/s","rain":"mm","weather_code":"wmo code"},
       "hourly":{"time":\(list(times)),"temperature_2m":\(list(temperatures)),
       "wind_speed_10m":\(list(winds)),"rain":\(list(rains)),"weather_code":\(list(codes))}}
      """)
  }

  /// The weather code of WMO 4677
  private static func code(of row: Row) -> Int {
    ["clear": 0, "clouds": 3, "rain": 61, "thunderstorm": 95][row["sky"] ?? ""] ?? 3
  }

  private static func fix(_ rows: [Row], at now: Instant) -> ServerAnswer {
    guard let row = row(of: rows, at: now) else { return .json("[]") }
    return .json(
      """
      [{"_type":"location","username":"mira","device":"phone","tid":"mi","acc":12,
        "lat":\(row["lat"] ?? ""),"lon":\(row["lon"] ?? ""),"tst":\(row["at"] ?? "")}]
      """)
  }

  private static func found(_ rows: [Row], _ address: String) -> ServerAnswer {
    guard let row = rows.first(where: { $0["text"] == address }) else { return .json("[]") }
    return .json(
      """
      [{"place_id":1,"osm_type":"node","lat":"\(row["lat"] ?? "")","lon":"\(row["lon"] ?? "")",
        "display_name":"\(address), Nederland"}]
      """)
  }

  private func places() throws -> String {
    let data = try Data(contentsOf: folder.appending(path: "places.geojson"))
    let file = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let elements = ((file?["features"] as? [[String: Any]]) ?? []).enumerated().map {
      index, feature -> String in
      let name = (feature["properties"] as? [String: String])?["name"] ?? ""
      let point = (feature["geometry"] as? [String: Any])?["coordinates"] as? [Double] ?? [0, 0]
      return """
        {"type":"node","id":\(index + 1),"lat":\(point[1]),"lon":\(point[0]),
         "tags":{"shop":"supermarket","name":"\(name)"}}
        """
    }
    return """
      {"version":0.6,"generator":"Overpass API","elements":[\(elements.joined(separator: ","))]}
      """
  }

  // MARK: - Files

  /// The rows of a CSV file by column; in `at` the seconds of their time
  private func rows(_ file: String, by time: String? = nil) throws -> [Row] {
    let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    var lines = text.split(separator: "\n").map { Self.cells(of: $0) }
    let columns = lines.removeFirst()
    return try lines.map { cells in
      var row = Dictionary(uniqueKeysWithValues: zip(columns, cells))
      if let time, let local = row[time] {
        let instant = try #require(Instant(rfc3339: local + ":00" + Self.zone))
        row["at"] = "\(instant.seconds)"
      }
      return row
    }
  }

  private static func cells(of line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    return cells
  }

  /// The latest row not after a second
  private static func row(of rows: [Row], at now: Instant) -> Row? {
    rows.last { ($0["at"].flatMap { Int64($0) } ?? .max) <= now.seconds }
  }
}
