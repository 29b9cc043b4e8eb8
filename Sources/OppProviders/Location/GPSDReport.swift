internal import OppJSON
internal import OppModel

/// One line from gpsd: https://gpsd.io/gpsd_json.html
enum GPSDReport: Equatable {
  /// The greeting, with the major version of its protocol
  case version(major: Int)

  /// A fix of two or three dimensions (`TPV` with `mode` 2 or 3)
  case fix(Fix)

  /// The list of receivers is empty
  case noReceiver
  case error(String)

  /// Every other report, such as satellites, devices and reports without a fix
  case other

  /// - Returns: nil if the line is none of gpsd's.
  init?(_ line: [UInt8]) {
    guard let json = ParsedJSON(line), let name = json.root["class"]?.text else { return nil }
    switch name {
    case "VERSION":
      guard let major = json.number("proto_major", of: json.root).flatMap({ Int(exactly: $0) })
      else { return nil }
      self = .version(major: major)
    case "TPV": self = Self.fix(json).map { .fix($0) } ?? .other
    case "DEVICES":
      self = ParsedJSON.array(json.root["devices"])?.isEmpty == true ? .noReceiver : .other
    case "ERROR": self = .error(json.root["message"]?.text ?? "it gave no reason")
    default: self = .other
    }
  }

  /// The fix of a report `TPV`; nil if its mode is below 2: no fix, or not known
  private static func fix(_ json: ParsedJSON) -> Fix? {
    let report = json.root
    guard let mode = json.number("mode", of: report), mode >= 2,
      let latitude = json.number("lat", of: report), let longitude = json.number("lon", of: report),
      let position = Position(latitude: latitude, longitude: longitude)
    else { return nil }
    return Fix(
      position: position, accuracy: accuracy(json),
      speed: json.number("speed", of: report).flatMap { $0 >= 0 ? $0 : nil },
      instant: report["time"]?.text.flatMap { Instant(rfc3339: $0) })
  }

  /// In metres: `eph` is the error of both together, `epx` and `epy` those of longitude and latitude
  ///
  /// With `epx` 6 and `epy` 8 alone, 10.
  private static func accuracy(_ json: ParsedJSON) -> Double? {
    let report = json.root
    func error(_ key: String) -> Double? {
      json.number(key, of: report).flatMap { $0 >= 0 ? $0 : nil }
    }
    if let both = error("eph") { return both }
    switch (error("epx"), error("epy")) {
    case (let east?, let north?): return (east * east + north * north).squareRoot()
    case (let one?, nil), (nil, let one?): return one
    case (nil, nil): return nil
    }
  }
}
