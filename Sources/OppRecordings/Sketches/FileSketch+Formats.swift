internal import OppEngine
internal import OppModel

// Files that are no rows: tracks, places and calendars.

extension FileSketch {
  /// A GPX file: the points of its tracks are a recording of `location`, its waypoints are places
  mutating func sketchTrack(_ request: SketchRequest) {
    let source = request.trackSource
    let columns = RecordedColumns(source: source, zone: .utc, enumerations: [])
    var reader = TrackReader(source: source, columns: columns)
    reader.read(request.file, &problems)
    let readings = reader.readings.sorted { $0.time < $1.time }
    if let first = readings.first, let last = readings.last {
      summary =
        SketchWords.count(readings.count, "point") + ", "
        + SketchWords.period(first.time.instant, last.time.instant, nil)
      subject = source.name
      add("text", "GPX, a track")
      let text = SketchedRecording(source.fields, [], []).text(of: readings)
      recording = (name: source.name + ".csv", text: text)
      add("use", "a recording of `\(source.name)`: `opp eval` replays it from the folder `data`")
      rule = SketchedRule(track: readings, of: source)
      return
    }
    let places = WaypointReader.places(request.file)
    guard !places.isEmpty else {
      let problem = problems.listed.first
      refusal = (
        message: problem?.message ?? "this file has neither a track nor waypoints",
        help: problem?.help
      )
      return
    }
    problems = ProblemList()
    subject = "places"
    summary = SketchWords.count(places.count, "waypoint")
    add("text", "GPX, waypoints and no track: the time of a waypoint says when it was marked")
    add("places", Self.categories(places))
    connection = "connect places to geojson(\"places.geojson\")"
    companion = (name: "places.geojson", text: PlacesText.geoJSON(places))
    rule = Self.rule(places)
  }

  /// A GeoJSON file: places
  mutating func sketchPlaces(_ request: SketchRequest) {
    let places = PlacesReader.read(request.file, &problems)
    if places.isEmpty, sketchNamedPlaces(request) { return }
    guard !places.isEmpty else {
      let problem = problems.listed.first
      refusal = (
        message: problem?.message ?? "this file has no places",
        help: problem?.help
          ?? "`places` are points with a `name` and a `category`; export a track as GPX"
      )
      return
    }
    summary = SketchWords.count(places.count, "place")
    subject = "places"
    add("text", "GeoJSON")
    add("places", Self.categories(places))
    connection = "connect places to geojson(\(FileOptionValue.text(request.path).code))"
    rule = Self.rule(places)
    recording = (
      name: "places.geojson", text: String(decoding: request.file.decoded.bytes, as: UTF8.self)
    )
  }

  /// A GeoJSON file whose places have no `category`, but another property that says it
  ///
  /// - Returns: `false` if no place has one.
  private mutating func sketchNamedPlaces(_ request: SketchRequest) -> Bool {
    var ignored = ProblemList()
    let places = PlacesReader.read(request.file, &ignored, isLoose: true)
    guard !places.isEmpty else { return false }
    problems = ignored
    subject = "places"
    summary = SketchWords.count(places.count, "place")
    add("text", "GeoJSON whose places have no `category`: `places.geojson` has one of each")
    add("places", Self.categories(places))
    connection = "connect places to geojson(\"places.geojson\")"
    companion = (name: "places.geojson", text: PlacesText.geoJSON(places))
    rule = Self.rule(places)
    return true
  }

  /// A calendar
  mutating func sketchCalendar(_ request: SketchRequest) {
    let (calendar, found) = CalendarFile.read(
      request.file.decoded.bytes, defaultZone: request.zone, zones: request.zones)
    let events = calendar.singles.count + calendar.series.count
    guard calendar.unknownReason == nil || events > 0 else {
      refusal = (message: calendar.unknownReason ?? "this file has no events", help: nil)
      return
    }
    summary = SketchWords.count(events, "event")
    add("text", "iCalendar")
    if !calendar.series.isEmpty {
      add("events", "\(calendar.series.count) of them repeat")
    }
    if !found.isEmpty {
      add("problems", SketchWords.count(found.count, "remark") + ", which `opp eval` lists")
    }
    // Only a table of the rules is fed by name; everything else is the calendar.
    subject = "calendar"
    if case .table(let table) = request.subject { subject = table.name }
    connection = "connect \(subject) to ical(\(FileOptionValue.text(request.path).code))"
    recording = (
      name: subject + ".ics", text: String(decoding: request.file.decoded.bytes, as: UTF8.self)
    )
    if subject == "calendar" {
      rule = SketchedRule("when free >= 30min", "You are free for {free}.")
    }
  }

  /// A rule about the category of the first place
  private static func rule(_ places: [KnownPlace]) -> SketchedRule? {
    places.first.map { place in
      SketchedRule(
        "when near any \(FileOptionValue.text(place.category).code)", "A place is near.")
    }
  }

  /// The categories of places with their numbers: `cafe (3), park (1)`
  private static func categories(_ places: [KnownPlace]) -> String {
    var counts: [(category: String, count: Int)] = []
    for place in places {
      if let index = counts.firstIndex(where: { $0.category == place.category }) {
        counts[index].count += 1
      } else {
        counts.append((category: place.category, count: 1))
      }
    }
    return counts.prefix(8).map { "\($0.category) (\($0.count))" }.joined(separator: ", ")
      + (counts.count > 8 ? ", …" : "")
  }
}

extension SketchRequest {
  /// The source that a track is of: the subject if it has a position, else `location`
  fileprivate var trackSource: Source {
    if case .source(let source) = subject, source.fields.contains(where: { $0.type == .position }) {
      return source
    }
    return Source(
      name: "location", parameters: [], freshness: nil, cost: 0,
      fields: [
        Field(name: "position", type: .position), Field(name: "accuracy", type: .length),
        Field(name: "speed", type: .speed),
      ])
  }
}
