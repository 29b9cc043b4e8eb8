internal import OppOutputs
internal import OppRecordings

extension Command {
  /// ```console
  /// $ opp import meter.csv --as power
  /// meter.csv: 96 rows, 2026-02-09 00:00 to 23:45, every 15 min, no gaps
  /// …
  /// source power fresh for 45min { verbrauch: Energy }
  /// connect power to csv("meter.csv", columns: {"time": "Zeit"}, decimal: ",")
  /// ```
  static let importFile = Command(
    name: "import",
    summary: "looks at a file of your own or a Home Assistant, and says how rules read it",
    operands: "FILE|homeassistant",
    operandCount: 1...1,
    takesLong: true,
    options: [
      Option(
        "--as", value: "NAME", "the source or table that it is for; default: the name of the file"),
      Option("--into", value: "DIR", "writes DIR/NAME.opp, never over a file"),
      Option("--recording", "also writes data/NAME.csv, which `opp eval` replays"),
      Option(
        "--unit", value: "COLUMN=UNIT", repeats: true, "the unit of a column, such as state=C"),
      Option(
        "--columns", value: "FIELD=HEADER", repeats: true,
        "the header of a field or of `time`, such as time=Date"),
      Option(
        "--only", value: "HEADER=TEXT", repeats: true,
        "the rows that are meant, by the text of a cell"),
      Option("--dates", value: "ORDER", "dmy, mdy, ymd, excel or a pattern, such as %Y%m%d%H"),
      Option("--zone", value: "ZONE", "the zone of local times, or an offset, such as +01:00"),
      Option("--day_at", value: "TIME", "the time of day of days alone, such as 24:00"),
      Option("--missing", value: "WORDS", repeats: true, "words for no value, such as -999,n.v."),
      Option("--decimal", value: "MARK", "the mark of decimals: a comma or a point"),
      Option("--separator", value: "CHARACTER", "the character between two cells"),
      Option("--skip", value: "LINES", "the number of lines above the header to pass over"),
      Option("--encoding", value: "NAME", "windows-1252, latin1, utf-16le"),
      Option(
        "--url", value: "URL",
        "the address of a Home Assistant; default: http://homeassistant.local:8123"),
      Option("--token-file", value: "FILE", "the file of its token, in place of HA_TOKEN"),
      .format,
    ],
    discussion: """
      Looks at all rows of FILE: CSV, JSON, GPX, GeoJSON, other XML, NEM12 or a calendar. It prints what it found, and the
      lines that connect the file, or the file of rows that `--into` makes of a document. A thing that the file leaves open is a question: at a terminal it is asked, else it is printed
      with the options that answer it. If NAME is a source or table of the rules in DIR, or else of this folder,
      columns are matched to it; any other NAME is declared.

      `opp import homeassistant` asks a Home Assistant for its entities, and prints sources and tables of them. The
      token is that of HA_TOKEN or of a file. With `--into DIR` it writes DIR/house.opp; if that is there already, it prints the
      entities that are new since.
      """,
    examples: [
      ("opp import export.csv", "what the file is, and the lines that read it"),
      ("opp import export.csv --as weather", "the same for a source of the rules"),
      (
        "opp import export.csv --into ~/opps --recording",
        "writes the lines, and a recording to replay"
      ),
      ("opp import homeassistant --into house", "sources and tables of all entities"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    if invocation.operands == [HomeImport.operand], context.kind(of: HomeImport.operand) == .missing
    {
      return try HomeImport(console: console, context: context).run(invocation)
    }
    return try FileImport(console: console, context: context) { readLine() }.run(
      invocation, asks: context.isInteractive && !invocation.wantsJSON)
  }
}
