import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import OppRecordings

/// The findings about files that no rule reads yet
@Suite(.limited) struct FileSketchTests {
  /// A sketch of a file for a source that is not there yet
  private func sketch(
    _ text: String, name: String = "export.csv", zone: String = "UTC",
    _ options: [(String, String)] = []
  ) throws -> FileSketch {
    var request = SketchRequest(
      file: TextFile(path: name, bytes: Array(text.utf8)), subject: .new("export"))
    request.zone = try #require(systemZone(zone))
    request.zones = { systemZone($0) }
    for (option, value) in options { try request.give(option, value) }
    return FileSketch(of: request)
  }

  /// The lines that are proposed, else the questions with their answers, else the refusal
  private func outcome(
    _ text: String, name: String = "export.csv", zone: String = "UTC",
    _ options: [(String, String)] = []
  ) throws -> String {
    let sketch = try sketch(text, name: name, zone: zone, options)
    if let refusal = sketch.refusal { return "refused: \(refusal.message)" }
    if !sketch.questions.isEmpty {
      return sketch.questions.map { question in
        question.answers.map { "\($0.option) \($0.value): \($0.consequence)" }
          .reduce(question.text) { $0 + "\n  " + $1 }
      }.joined(separator: "\n")
    }
    return [sketch.declaration, sketch.connection].compactMap { $0 }.joined(separator: "\n")
  }

  // MARK: Types

  /// The declared type of a column of one cell or several
  private func type(_ header: String, _ cells: String...) throws -> String {
    let rows = cells.enumerated().map { "2026-06-21 0\($0):00,\($1)\n" }.joined()
    let declaration = try sketch("time,\(header)\n\(rows)").declaration ?? ""
    return String(declaration.drop { $0 != "{" }.dropFirst(2).dropLast(2))
  }

  @Test func `the unit of a header is the type of its field`() throws {
    #expect(try type("temp[F]", "68") == "temp: Temperature")
    #expect(try type("Outdoor Temperature(℃)", "20") == "outdoor_temperature: Temperature")
    #expect(try type("Out °F", "68") == "out: Temperature")
    #expect(try type("energy (kWh)", "1.5") == "energy: Energy")
    #expect(try type("rain (mm)", "0.2") == "rain: Length")
    #expect(try type("wind[km/h]", "20") == "wind: Speed")
    #expect(try type("price (€)", "3") == "price: EUR")
    #expect(try type("way (m)", "3") == "way: Length")
    #expect(try type("wind from (°)", "270") == "wind_from: Angle")
    #expect(try type("Temp(ºC)", "20") == "temp: Temperature")
    #expect(try type("Out ˚F", "68") == "out: Temperature")
    #expect(try type("Humidity(%RH)", "45") == "humidity: Percent")
    #expect(try type("humidity %RH", "45") == "humidity: Percent")
  }

  @Test func `the cells are the type of a field without a unit`() throws {
    #expect(try type("temp", "20") == "temp: Number")
    #expect(try type("temp", "20 °C", "21 °C") == "temp: Temperature")
    #expect(try type("humidity", "70%") == "humidity: Percent")
    #expect(try type("humidity", "70 %RH", "71 %RH") == "humidity: Percent")
    #expect(try type("heating", "on", "off") == "heating: Bool")
    #expect(try type("heating", "yes", "") == "heating: Bool")
    #expect(try type("sky", "sunny", "fog") == "sky: Text")
    #expect(try type("begins", "2026-06-21 9:00") == "begins: Instant")
    #expect(try type("day", "2026-06-21") == "day: Date")
    #expect(try type("opens", "9:00", "9:30") == "opens: TimeOfDay")
    #expect(try type("temp", "20", "--", "n/a") == "temp: Number")
    #expect(try type("count", "0", "1") == "count: Number")
    #expect(try type("lat,lon", "1,2") == "position: Position")
  }

  @Test func `a unit that the file lacks is given by an option`() throws {
    let text = "time,state\n2026-06-21 08:00,7.5\n2026-06-21 08:05,8\n"
    #expect(
      try outcome(text, [("unit", "state=C")]) == """
        source export fresh for 15min { state: Temperature }
        connect export to csv("export.csv", columns: {"state[C]": "state"})
        """)
  }

  // MARK: Headers

  @Test func `lines above the header and a row of units below are found`() throws {
    #expect(
      try outcome("Station;Garden\n\ntime;temp;wind\n;°C;km/h\n2026-06-21 08:00;20;9\n") == """
        source export { temp: Temperature, wind: Speed }
        connect export to csv("export.csv")
        """)
  }

  @Test func `a small table above the header is passed over`() throws {
    #expect(
      try outcome(
        """
        latitude,longitude,timezone
        52.5,13.4,GMT

        time,temperature (°C)
        2026-06-21T00:00,20
        2026-06-21T01:00,21
        2026-06-21T02:00,22

        """) == """
          source export fresh for 3h { temperature: Temperature }
          connect export to csv("export.csv")
          """)
  }

  @Test func `texts above the first number of a column are rows`() throws {
    #expect(
      try outcome("item,every\nfilter,monthly\nboiler,twice\nroof,5\n")
        == #"""
        table export by item { item: Text, every: Text }
        connect export to csv("export.csv")
        """#)
    #expect(
      try outcome("item,note,last_done\nfilter,cheap,\nboiler,dear,\nroof,5 pieces,2026-01-02\n")
        .contains("table export by item { item"))
    // A column with numbers alone has its name above them.
    #expect(
      try outcome("station,Garden\nroom,temp\nkitchen,5\nbath,6\n")
        .contains("table export by room { room: Text, temp: Number }"))
  }

  @Test func `two rows of names and a line below are a header`() throws {
    #expect(
      try outcome("\tTemp\nTime\tOut\n------------\n2026-06-21 08:00\t20\n2026-06-21 08:05\t21\n")
        == """
        source export fresh for 15min { out: Number }
        connect export to csv("export.csv")
        """)
  }

  @Test func `rows of different widths are refused`() throws {
    #expect(
      try outcome("100,X12,2026\n200,A,B,C,kWh\n300,20260209,0.1,0.2,A,20260210\n900\n")
        == "refused: the rows have different numbers of cells, so this is no table")
    #expect(
      try outcome("100,NEM12,2026\n200,A,B,C,kWh\n300,20260209,0.1,0.2,A,20260210\n900\n")
        == "refused: this is NEM12, whose rows have the readings of a day each, of several kinds")
  }

  @Test(arguments: [
    ("time,temp,humidity\n2026-06-21 08:00,20\n2026-06-21 09:00,21,40\n", ", humidity: Number"),
    ("time,temp,\n2026-06-21 08:00,20,\n2026-06-21 09:00,21,,\n", ""),
    ("time,temp\n2026-06-21 08:00,20,5\n2026-06-21 09:00,20.5\n2026-06-21 10:00,20.5\n", ""),
    ("a,b,time,temp\n2,3,2026-06-21 08:00\n1,1,2026-06-21 09:00,1\n1\n", nil),
  ])
  func `rows that end early, or have a cell too many, are no reason against a header`(
    text: String, more: String?
  ) throws {
    let fields = more.map { "temp: Number\($0)" } ?? "a: Number, b: Number, temp: Number"
    let declaration = try #require(try sketch(text).declaration)
    #expect(declaration.hasSuffix("{ \(fields) }"), "\(declaration)")
    #expect(try sketch(text).connection == #"connect export to csv("export.csv")"#)
  }

  @Test func `a file without a header is read by places`() throws {
    #expect(
      try outcome("2026-06-21 08:00,20\n2026-06-21 09:00,21\n") == """
        source export fresh for 3h { column2: Number }
        connect export to csv("export.csv", columns: {"time": 1, "column2": 2})
        """)
  }

  @Test func `columns of one name are read by their places`() throws {
    #expect(
      try outcome("time,temp,temp\n2026-06-21 08:00,20,21\n2026-06-21 09:00,21,22\n") == """
        source export fresh for 3h { temp: Number, temp_2: Number }
        connect export to csv("export.csv", columns: {"time": "time", "temp": 2, "temp_2": 3})
        """)
  }

  @Test func `a column of texts that identify rows makes a table`() throws {
    #expect(
      try outcome(
        "id,name,due\nbins,Put out the bins,2026-06-22T07:00Z\nplants,Water,2026-06-21T18:00Z\n")
          == """
          table export by id { id: Text, name: Text, due: Instant }
          connect export to csv("export.csv")
          """)
  }

  // MARK: Times

  @Test func `the only column of times is the time`() throws {
    #expect(
      try outcome("last_changed,state\n2026-06-21T08:00Z,20\n2026-06-21T08:05Z,21\n") == """
        source export fresh for 15min { state: Number }
        connect export to csv("export.csv", columns: {"time": "last_changed"})
        """)
  }

  @Test func `a day and a time of day are joined`() throws {
    #expect(
      try outcome("Datum;Uhrzeit;Wert\n21.06.2026;8:00;1,5\n21.06.2026;8:15;1,6\n") == """
        source export fresh for 45min { wert: Number }
        connect export to csv("export.csv", columns: {"time": ["Datum", "Uhrzeit"]}, dates: "dmy", decimal: ",")
        """)
  }

  @Test func `the digits of a date are read by a pattern`() throws {
    #expect(
      try outcome("MESS_DATUM;TT\n2026062108;20.5\n2026062109;21\n") == """
        source export fresh for 3h { tt: Number }
        connect export to csv("export.csv", columns: {"time": "MESS_DATUM"}, dates: "%Y%m%d%H", decimal: ".")
        """)
  }

  @Test func `rows prove the order of dates, which becomes an option`() throws {
    #expect(
      try outcome("time,x\n2/9/2026 8:00,1\n2/13/2026 8:00,2\n") == """
        source export fresh for 12d { x: Number }
        connect export to csv("export.csv", dates: "mdy")
        """)
  }

  @Test func `an order that no row proves is a question`() throws {
    #expect(
      try outcome("time,steps\n03/04/2026 21:00,\"1,234\"\n05/06/2026 21:00,\"10,012\"\n") == """
        the day or the month may be first in `03/04/2026 21:00`, line 2
          dates mdy: 4 March to 6 May 2026, 63 days between rows
          dates dmy: 3 April to 5 June 2026, 63 days between rows
        the comma of `1,234` may mark decimals or thousands, line 2
          decimal .: steps 1234 to 10012
          decimal ,: steps 1.234 to 10.012
        """)
  }

  @Test func `a year of two digits is a question unless the rows leave one order`() throws {
    #expect(
      try outcome("time,x\n26-06-21 8:00,1\n26-06-22 8:00,2\n").hasPrefix(
        "the day, the month or the year may be first in `26-06-21 8:00`, line 2\n"))
    #expect(
      try outcome("time,x\n6/21/26 8:00,1\n6/22/26 8:00,2\n") == """
        source export fresh for 3d { x: Number }
        connect export to csv("export.csv", dates: "mdy")
        """)
  }

  @Test func `several columns of times are a question`() throws {
    #expect(
      try outcome(
        "Consumption,Start,End\n0.5,2026-06-21T08:00Z,2026-06-21T08:30Z\n0.6,2026-06-21T08:30Z,2026-06-21T09:00Z\n"
      ) == """
        several columns may be the time of a row: `Start`, `End`
          columns time=Start: 21 June 2026, 30 min between rows
          columns time=End: 21 June 2026, 30 min between rows
        """)
  }

  @Test func `a column of times that never changes is not the time`() throws {
    #expect(
      try outcome(
        """
        _start,_stop,_time,_value
        2026-06-21T08:00Z,2026-06-21T09:00Z,2026-06-21T08:10Z,20
        2026-06-21T08:00Z,2026-06-21T09:00Z,2026-06-21T08:20Z,21

        """) == """
          source export fresh for 30min { start: Instant, stop: Instant, value: Number }
          connect export to csv("export.csv", columns: {"time": "_time", "start": "_start", "stop": "_stop", "value": "_value"})
          """)
  }

  @Test func `energies of intervals of one length are a power, and those of a counter are not`()
    throws
  {
    func outcome(_ last: String, _ beginning: String = "time=Start") throws -> String {
      try self.outcome(
        """
        Used (kWh),Start,End
        0.5,2026-06-21T08:00Z,2026-06-21T08:30Z
        0.6,2026-06-21T08:30Z,2026-06-21T09:00Z
        \(last),2026-06-21T09:00Z,2026-06-21T09:30Z

        """, [("columns", beginning)])
    }
    #expect(
      try outcome("0.4") == """
        source export fresh for 90min { used: Power }
        connect export to csv("export.csv", columns: {"time": "Start", "used[kWh/30min]": "Used (kWh)"})
        """)
    #expect(try outcome("0.4", "time=End").contains("{ used: Power }"))
    #expect(try outcome("0.7").contains("{ used: Energy, end: Instant }"))
  }

  @Test func `the zone in a line above the header becomes an option`() throws {
    let rows = "time,x\n2026-06-21T08:00,1\n2026-06-21T09:00,2\n"
    for (line, option) in [
      ("a,GMT", "UTC"), ("All times in UTC-3", "-03:00"), ("zone;Asia/Tokyo", "Asia/Tokyo"),
      ("52.5,America/New_York,GMT-4", "America/New_York"),
    ] {
      var request = SketchRequest(
        file: TextFile(path: "export.csv", bytes: Array("\(line)\n\(rows)".utf8)),
        subject: .new("export"))
      request.zone = try #require(systemZone("Europe/Berlin"))
      request.zones = { systemZone($0) }
      #expect(
        FileSketch(of: request).connection
          == "connect export to csv(\"export.csv\", zone: \"\(option)\")", "\(line)")
    }
    #expect(
      try outcome("52.5,13.4,Europe/Berlin\n" + rows, zone: "Europe/Berlin").hasSuffix(
        #"csv("export.csv")"#))
  }

  @Test func `a day alone is a question`() throws {
    #expect(
      try outcome("date,steps\n2026-06-21,100\n2026-06-22,200\n").hasPrefix(
        "a day alone is no instant: `2026-06-21`, line 2\n  day_at 0:00: "))
    #expect(
      try outcome("date,steps\n2026-06-21,100\n2026-06-22,200\n", [("day_at", "24:00")]) == """
        source export fresh for 3d { steps: Number }
        connect export to csv("export.csv", columns: {"time": "date"}, day_at: "24:00")
        """)
  }

  @Test func `a clock that never changes is a question`() throws {
    #expect(
      try outcome(
        "time,temp\n2026-03-29 01:30,1.5\n2026-03-29 02:30,2.5\n2026-03-29 03:30,3.5\n",
        zone: "Europe/Berlin") == """
          02:30 does not exist on 2026-03-29: the clock of this file does not change, line 3
            zone +01:00: 2026-03-29 01:30 to 03:30
          """)
  }

  @Test func `steps of irregular rows are rounded`() throws {
    func summary(_ second: String) throws -> String {
      try sketch("time,x\n2026-06-01 08:00:00,1\n\(second),2\n").summary
    }
    #expect(try summary("2026-06-08 08:14:26").hasSuffix("every 7 days, no gaps"))
    #expect(try summary("2026-06-02 08:19:30").hasSuffix("every day, no gaps"))
    #expect(try summary("2026-06-01 11:29:31").hasSuffix("every 3 h 30 min, no gaps"))
    #expect(try summary("2026-06-01 08:01:30").hasSuffix("every 90 s, no gaps"))
  }

  // MARK: Rows

  @Test func `a column that names one unit is the unit of the numbers beside it`() throws {
    let text = """
      statistic_id,unit,start,mean
      sensor.living,°C,2026-06-21 08:00,21.1
      sensor.living,°C,2026-06-21 09:00,21.9
      sensor.bath,%,2026-06-21 08:00,60
      sensor.bath,%,2026-06-21 09:00,71

      """
    #expect(
      try outcome(text, [("only", "statistic_id=sensor.living")]) == """
        source export fresh for 3h { mean: Temperature }
        connect export to csv("export.csv", columns: {"time": "start", "mean[C]": "mean"}, only: {"statistic_id": "sensor.living"})
        """)
  }

  @Test func `separators at the ends of rows alone are no column`() throws {
    #expect(
      try outcome("time,x,Check\n2026-06-21 08:00,1,,\n2026-06-21 09:00,2,,\n") == """
        source export fresh for 3h { x: Number }
        connect export to csv("export.csv")
        """)
  }

  @Test func `rows of several things are a question, and one of them is read`() throws {
    let text = """
      entity_id,state,last_changed
      sensor.porch,7.25,2026-02-09T06:05:00.000Z
      light.porch,on,2026-02-09T06:06:00.000Z
      sensor.porch,unavailable,2026-02-09T06:10:00.000Z
      sensor.porch,7.5,2026-02-09T06:15:00.000Z

      """
    #expect(
      try outcome(text) == """
        `state` holds several things; say which rows are meant
          only entity_id=sensor.porch: 3 rows, Numbers from 7.25 to 7.5, 1 missing
          only entity_id=light.porch: 1 row, Bool
        """)
    #expect(
      try outcome(text, [("only", "entity_id=sensor.porch")]) == """
        source export fresh for 15min { state: Number }
        connect export to csv("export.csv", columns: {"time": "last_changed"}, only: {"entity_id": "sensor.porch"})
        """)
  }

  @Test func `bytes that are no UTF-8 are a question`() throws {
    let request = SketchRequest(
      file: TextFile(
        path: "a.csv", bytes: Array("time,Temp °C\n2026-06-21 08:00,20\n".utf16.map { UInt8($0) })),
      subject: .new("a"))
    let question = try #require(FileSketch(of: request).questions.first)
    #expect(question.text == "line 1 is not UTF-8")
    #expect(question.answers.first?.consequence == "line 1 is `time,Temp °C`")
  }

  @Test func `UTF-16 without a mark is a question`() throws {
    let text = "time,temp\n2026-06-21 08:00,20\n"
    let request = SketchRequest(
      file: TextFile(path: "a.csv", bytes: text.utf16.flatMap { [UInt8($0), 0] }),
      subject: .new("a"))
    let question = try #require(FileSketch(of: request).questions.first)
    #expect(question.answers.map { "\($0.option) \($0.value)" } == ["encoding utf-16le"])
  }

  // MARK: Other formats

  @Test func `JSON Lines are read as CSV is`() throws {
    #expect(
      try outcome(
        """
        {"ts": "2026-06-21T08:00:00Z", "temp": 20, "on": true}
        {"ts": "2026-06-21T08:10:00Z", "temp": 21, "on": false}

        """, name: "log.jsonl") == """
          source export fresh for 30min { temp: Number, on: Bool }
          connect export to jsonl("log.jsonl", columns: {"time": "ts"})
          """)
  }

  @Test func `numbers since 1970 are the time of JSON Lines, and lists are no fields`() throws {
    #expect(
      try outcome(
        """
        {"ts": 1793894400, "power": 420, "tags": ["a"], "more": {"b": 1}}
        {"ts": 1793894460.5, "power": 1420, "tags": [], "more": {"b": 2}}

        """, name: "log.jsonl") == """
          source export fresh for 4min { power: Number, more_b: Number }
          connect export to jsonl("log.jsonl", columns: {"time": "ts", "more_b": "more.b"})
          """)
  }

  @Test func `objects in objects are fields by their paths`() throws {
    let text = """
      {"dateTime": "2026-02-13T06:25:00Z", "value": {"bpm": 61, "zone": {"name": "rest", "id": null}}, "empty": {}}
      {"dateTime": "2026-02-13T06:26:00Z", "value": {"bpm": 64, "zone": {"name": "rest"}}}

      """
    #expect(
      try outcome(text, name: "log.jsonl") == """
        source export fresh for 3min { value_bpm: Number, value_zone_name: Text }
        connect export to jsonl("log.jsonl", columns: {"value_bpm": "value.bpm", "value_zone_name": "value.zone.name"})
        """)
    #expect(
      try sketch(text, name: "log.jsonl").recording?.text == """
        time,value_bpm,value_zone_name
        2026-02-13T06:25:00Z,61,rest
        2026-02-13T06:26:00Z,64,rest

        """)
  }

  @Test func `a comma that cannot mark decimals groups by three`() throws {
    #expect(
      try outcome("time,a,b\n2026-06-21 01:00,\"1,204\",10.5\n2026-06-21 02:00,\"1,310\",10.7\n")
        == """
        source export fresh for 3h { a: Number, b: Number }
        connect export to csv("export.csv", decimal: ".")
        """)
  }

  @Test func `units in brackets below the header are those of the columns`() throws {
    let text =
      "Date and time;Energy;Grid\n[dd.MM.yyyy HH:mm];[Wh];[Wh]\n13.02.2026 07:05;12,5;3\n13.02.2026 07:10;14;4,25\n"
    let sketch = try sketch(text)
    #expect(sketch.declaration == "source export fresh for 15min { energy: Energy, grid: Energy }")
    #expect(sketch.problems.listed.isEmpty)
    #expect(
      sketch.recording?.text
        == "time,energy,grid\n2026-02-13T07:05:00Z,12.5,3\n2026-02-13T07:10:00Z,14,4.25\n")
  }

  @Test func `rows of several sensors are asked for, though each has numbers`() throws {
    #expect(
      try outcome(
        "entity_id,state,last_changed\na,1.5,2026-02-13T06:25Z\nb,2.5,2026-02-13T06:26Z\na,,2026-02-13T06:30Z\n"
      ).hasPrefix(
        "rows are of several things; say which of `entity_id` are meant\n  only entity_id=a"))
  }

  @Test func `a column that looks like a time and is not read as one is refused`() throws {
    for (text, message) in [
      (
        "Week,Steps\n2026-W07,52000\n2026-W08,48000\n",
        "`2026-W07` in line 2 is no date that is read"
      ),
      ("Date;Valeur\n13 février 2026;3\n", "`13 février 2026` in line 2 is no date that is read"),
      (
        "Rate,Time,HR\n1,00:00:01,98\n1,00:00:02,99\n",
        "`00:00:01` in line 2 is a time of day, and no column has the day"
      ),
    ] {
      #expect(try outcome(text) == "refused: \(message)")
    }
    #expect(try outcome("number,sum\nINV-2026-001,3\nINV-2026-002,4\n").hasPrefix("table export"))
    #expect(try outcome("number,sum\n2026-001,3\n2026-002,4\n").hasPrefix("table export"))
  }

  @Test func `a header that names UTC is the zone of its times`() throws {
    let text = "timestamp_utc,v\n2026-02-13 06:00:00,1\n2026-02-13 06:15:00,2\n"
    #expect(
      try outcome(text, zone: "Europe/Berlin") == """
        source export fresh for 45min { v: Number }
        connect export to csv("export.csv", columns: {"time": "timestamp_utc"}, zone: "UTC")
        """)
    #expect(try !outcome(text, zone: "Europe/Berlin", [("zone", "CET")]).contains("UTC"))
    // The recording is read in that zone, too.
    #expect(
      try sketch(text, zone: "Europe/Berlin").recording?.text
        == "time,v\n2026-02-13T06:00:00Z,1\n2026-02-13T06:15:00Z,2\n")
  }

  @Test func `a header with the day of the export in it is a header`() throws {
    #expect(
      try outcome(
        "Tag;Verbrauch;Preis;14.02.2026 22:15\n13.02.2026 07:00;1,5;0,4;\n14.02.2026 07:00;2,5;0,5;\n"
      )
      .hasPrefix("source export fresh for 3d { verbrauch: Number, preis: Number }"))
    #expect(
      try outcome("Datum;kWh;Euro\nSa 14.02.;1,5;0,4\nSo 15.02.;2,5;0,5\n")
        == "refused: `Sa 14.02.` in line 2 is no date that is read")
  }

  @Test func `numbered readings are a source, and numbered rows a table`() throws {
    #expect(
      try outcome("id,sgv,dateString\n1,112,2026-02-13T06:25Z\n2,186,2026-02-13T06:30Z\n")
        .hasPrefix(
          "source export fresh for 15min { id: Number, sgv: Number }"))
    #expect(
      try outcome("id,title,due\n1,Shoes,2026-02-13T06:25Z\n2,Tax,2026-02-13T06:30Z\n").hasPrefix(
        "table export by id"))
  }

  @Test func `a capital begins a word of a name`() throws {
    #expect(try type("minutesAsleep", "20") == "minutes_asleep: Number")
    #expect(try type("pH", "7") == "ph: Number")
    #expect(try type("CO2", "700") == "co2: Number")
  }

  @Test func `energies that never fall in a few intervals are asked for`() throws {
    let rows = "0.2,2026-11-05T00:00Z,2026-11-05T00:30Z\n0.7,2026-11-05T00:30Z,2026-11-05T01:00Z\n"
    let text = "Used (kWh),Start,End\n" + rows
    #expect(
      try outcome(text, [("columns", "time=Start")]) == """
        `Used (kWh)` never falls in these few rows: it may count up, or not
          columns used[kWh/30min]=Used (kWh): the amount of each 30 min
          columns used[kWh]=Used (kWh): the state of a counter
        """)
    #expect(
      try outcome(text, [("columns", "time=Start"), ("columns", "used[kWh/30min]=Used (kWh)")])
        .contains("used: Power"))
    #expect(
      try outcome(text, [("columns", "time=Start"), ("columns", "used[kWh]=Used (kWh)")])
        .contains("used: Energy"))
  }

  @Test func `waypoints become places, and a track a recording`() throws {
    let point = #"<wpt lat="48.5" lon="-123.4"><name>Bakery &amp; Co</name><type>shop</type></wpt>"#
    let places = try sketch("<gpx>\(point)</gpx>", name: "shops.gpx")
    #expect(places.connection == #"connect places to geojson("places.geojson")"#)
    #expect(
      places.companion?.text == #"""
        {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-123.4,48.5]},"properties":{"name":"Bakery & Co","category":"shop"}}]}

        """#)
    let track = try sketch(
      """
      <gpx><trk><trkseg><trkpt lat="1" lon="2"><time>2026-06-21T12:00:00Z</time></trkpt>
      </trkseg></trk></gpx>
      """, name: "walk.gpx")
    #expect(track.connection == nil)
    #expect(track.recording?.name == "location.csv")
    #expect(track.recording?.text == "time,lat,lon\n2026-06-21T12:00:00Z,1,2\n")
  }

  @Test func `a file that is no text is refused by name`() throws {
    #expect(
      try outcome("PK\u{3}\u{4}…", name: "book.xlsx")
        == "refused: this is a workbook or another archive, and no text")
    #expect(try outcome("", name: "a.csv") == "refused: this file is empty")
  }
}
