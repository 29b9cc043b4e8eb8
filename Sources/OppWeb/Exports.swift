// The functions of the WebAssembly module. Texts and files are passed as an address and a length in the
// module's memory; `opp_allocate` gives room for them.

#if arch(wasm32)
  internal import OppModel
  internal import OppOutputs
  internal import OppSyntax

  /// The one workbench of the module, which has one thread
  private nonisolated(unsafe) var workbench = Workbench()

  /// The replay that is under way; nil before the first, and if there is nothing to replay
  private nonisolated(unsafe) var session: ReplaySession?

  /// The conversation with an editor; nil before its first message
  private nonisolated(unsafe) var editor: EditorSession?

  /// The streams that the last command wrote
  private nonisolated(unsafe) var printed: (output: [UInt8], errors: [UInt8]) = ([], [])

  /// The bytes that `opp_stream` handed out last
  private nonisolated(unsafe) var shown: UnsafeMutableRawPointer?

  private func bytes(_ address: UInt32, _ count: UInt32) -> [UInt8] {
    guard count > 0, let start = UnsafePointer<UInt8>(bitPattern: UInt(address)) else { return [] }
    // The host wrote so many bytes at an address that `opp_allocate` gave it.
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  private func text(_ address: UInt32, _ count: UInt32) -> String {
    String(decoding: bytes(address, count), as: UTF8.self)
  }

  private func keep(_ result: Printed) -> Int32 {
    printed = (result.output, result.errors)
    return result.status.rawValue
  }

  /// Keeps a result that is no output of a command
  private func keep(_ result: String) {
    printed = (Array(result.utf8), [])
  }

  /// The instant of a host's number of seconds, which may have a fraction or be none
  private func instant(_ seconds: Double) -> Instant? {
    Int64(exactly: seconds.rounded(.down)).map { Instant(seconds: $0) }
  }

  @_expose(wasm, "opp_allocate") @_cdecl("opp_allocate")
  public func allocate(_ count: UInt32) -> UInt32 {
    UInt32(
      UInt(bitPattern: UnsafeMutableRawPointer.allocate(byteCount: Int(count), alignment: 16)))
  }

  @_expose(wasm, "opp_free") @_cdecl("opp_free")
  public func release(_ address: UInt32) {
    UnsafeMutableRawPointer(bitPattern: UInt(address))?.deallocate()
  }

  /// Forgets all files, zones included, and the replay and the conversation over them
  @_expose(wasm, "opp_clear") @_cdecl("opp_clear")
  public func clear() {
    let today = workbench.today
    workbench = Workbench()
    workbench.today = today
    session = nil
    editor = nil
  }

  /// Forgets the files of rules
  @_expose(wasm, "opp_clear_rules") @_cdecl("opp_clear_rules")
  public func clearRules() { workbench.clearRules() }

  /// Forgets the files of the recording
  @_expose(wasm, "opp_clear_data") @_cdecl("opp_clear_data")
  public func clearData() { workbench.clearData() }

  /// Sets the date of the host, by its days since 1970; a conversation has that of its beginning
  @_expose(wasm, "opp_set_today") @_cdecl("opp_set_today")
  public func setToday(_ days: Int32) { workbench.today = CivilDate(days: Int64(days)) }

  /// Sets the name of the recording's folder, as problems show it
  @_expose(wasm, "opp_set_data_folder") @_cdecl("opp_set_data_folder")
  public func setDataFolder(_ path: UInt32, _ length: UInt32) {
    workbench.dataFolder = text(path, length)
  }

  @_expose(wasm, "opp_add_rules") @_cdecl("opp_add_rules")
  public func addRules(_ path: UInt32, _ length: UInt32, _ content: UInt32, _ count: UInt32) {
    workbench.addRules(path: text(path, length), bytes(content, count))
  }

  @_expose(wasm, "opp_add_data") @_cdecl("opp_add_data")
  public func addData(_ name: UInt32, _ length: UInt32, _ content: UInt32, _ count: UInt32) {
    workbench.addData(name: text(name, length), bytes(content, count))
  }

  /// - Returns: 1 if the zone could be read.
  @_expose(wasm, "opp_add_zone") @_cdecl("opp_add_zone")
  public func addZone(
    _ name: UInt32, _ length: UInt32, _ content: UInt32, _ count: UInt32
  ) -> Int32 {
    workbench.addZone(name: text(name, length), bytes(content, count)) ? 1 : 0
  }

  /// - Returns: the exit status of the tool, as of the commands below.
  @_expose(wasm, "opp_check") @_cdecl("opp_check")
  public func check(_ isJSON: Int32) -> Int32 { keep(workbench.check(isJSON: isJSON != 0)) }

  @_expose(wasm, "opp_format") @_cdecl("opp_format")
  public func format(_ index: Int32) -> Int32 { keep(workbench.format(Int(index))) }

  @_expose(wasm, "opp_evaluate") @_cdecl("opp_evaluate")
  public func evaluate(_ isJSON: Int32) -> Int32 { keep(workbench.evaluate(isJSON: isJSON != 0)) }

  /// Explains the Opp of a name at a second since 1970
  @_expose(wasm, "opp_explain") @_cdecl("opp_explain")
  public func explain(
    _ name: UInt32, _ length: UInt32, _ second: Double, _ isJSON: Int32
  ) -> Int32 {
    guard let instant = instant(second) else { return ExitStatus.usage.rawValue }
    return keep(workbench.explain(text(name, length), at: instant, isJSON: isJSON != 0))
  }

  @_expose(wasm, "opp_lint") @_cdecl("opp_lint")
  public func lint(_ isJSON: Int32) -> Int32 { keep(workbench.lint(isJSON: isJSON != 0)) }

  /// Looks at a file of the recording that no rule reads yet; a name that is empty is that of the file
  ///
  /// The answers are options and their values in turn, each with a byte 0 behind it.
  @_expose(wasm, "opp_import") @_cdecl("opp_import")
  public func importFile(
    _ file: UInt32, _ fileLength: UInt32, _ name: UInt32, _ nameLength: UInt32, _ answers: UInt32,
    _ answersLength: UInt32
  ) {
    let words = bytes(answers, answersLength).split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let pairs = stride(from: 0, to: words.count - 1, by: 2).map {
      (option: words[$0], value: words[$0 + 1])
    }
    keep(
      workbench.importFile(
        text(file, fileLength), as: nameLength == 0 ? nil : text(name, nameLength),
        answers: pairs))
  }

  @_expose(wasm, "opp_test") @_cdecl("opp_test")
  public func test(_ isJSON: Int32) -> Int32 { keep(workbench.test(isJSON: isJSON != 0)) }

  // MARK: Editing

  /// Classifies the words of a text: the output is three Int32 each, the start, the length and the class
  @_expose(wasm, "opp_tokens") @_cdecl("opp_tokens")
  public func tokens(_ content: UInt32, _ count: UInt32) {
    let triples = TokenTable.triples(of: bytes(content, count))
    var output: [UInt8] = []
    output.reserveCapacity(triples.count * 4)
    for number in triples {
      let bits = UInt32(bitPattern: number)
      for shift: UInt32 in [0, 8, 16, 24] {
        output.append(UInt8(truncatingIfNeeded: bits >> shift))
      }
    }
    printed = (output, [])
  }

  /// The names of the classes, separated by spaces
  @_expose(wasm, "opp_token_classes") @_cdecl("opp_token_classes")
  public func tokenClasses() {
    keep(TokenClass.allCases.map { $0.name }.joined(separator: " "))
  }

  /// Handles a message of the Language Server Protocol; the output is an array of messages
  @_expose(wasm, "opp_message") @_cdecl("opp_message")
  public func message(_ content: UInt32, _ count: UInt32) {
    let talking = editor ?? workbench.editor()
    editor = talking
    keep(talking.respond(to: bytes(content, count)))
  }

  // MARK: Replaying

  /// Begins a replay; a bound counts if the recording has none, and NaN stands for none
  @_expose(wasm, "opp_begin") @_cdecl("opp_begin")
  public func begin(_ from: Double, _ to: Double) {
    session = nil
    let (begun, problems) = workbench.begin(from: instant(from), to: instant(to))
    session = begun
    let none = "{\"from\":null,\"to\":null,\"opps\":[],\"problems\":["
    keep(
      session?.beginning(problems: problems) ?? none + problems.joined(separator: ",") + "]}")
  }

  @_expose(wasm, "opp_advance") @_cdecl("opp_advance")
  public func advance(_ second: Double, _ steps: Int32) {
    let second = instant(second) ?? .distantFuture
    keep(session?.advance(to: second, steps: Int(steps)) ?? "null")
  }

  @_expose(wasm, "opp_day") @_cdecl("opp_day")
  public func day(_ from: Double, _ to: Double) {
    guard let from = instant(from), let to = instant(to) else { return keep("null") }
    keep(session?.day(from: from, to: to) ?? "null")
  }

  @_expose(wasm, "opp_truths") @_cdecl("opp_truths")
  public func truths(_ second: Double) {
    guard let second = instant(second) else { return keep("[]") }
    keep(session?.truths(at: second) ?? "[]")
  }

  /// Explains an Opp of the replay at a second; a row whose address is 0 is not given
  @_expose(wasm, "opp_why") @_cdecl("opp_why")
  public func why(
    _ name: UInt32, _ length: UInt32, _ row: UInt32, _ rowLength: UInt32, _ second: Double,
    _ looksAhead: Int32
  ) {
    guard let second = instant(second) else { return keep("null") }
    keep(
      session?.why(
        text(name, length), row: row == 0 ? nil : text(row, rowLength), at: second,
        looksAhead: looksAhead != 0) ?? "null")
  }

  /// Draws the charts as of a second, the one after the last that is known to them
  @_expose(wasm, "opp_charts") @_cdecl("opp_charts")
  public func charts(_ to: Double) {
    guard let to = instant(to) else { return keep("[]") }
    keep(session?.charts(to: to) ?? "[]")
  }

  /// Works for explanations that are to come; 1 while there is more to do
  @_expose(wasm, "opp_prepare") @_cdecl("opp_prepare")
  public func prepare(
    _ name: UInt32, _ length: UInt32, _ row: UInt32, _ rowLength: UInt32, _ second: Double,
    _ steps: Int32
  ) -> Int32 {
    guard let second = instant(second) else { return 0 }
    let hasMore =
      session?.prepare(
        text(name, length), row: row == 0 ? nil : text(row, rowLength), at: second,
        steps: Int(steps)) ?? false
    return hasMore ? 1 : 0
  }

  // MARK: Output

  /// The number of bytes that the last command wrote to standard output (0) or error (1)
  @_expose(wasm, "opp_length") @_cdecl("opp_length")
  public func length(_ stream: Int32) -> UInt32 {
    UInt32(stream == 0 ? printed.output.count : printed.errors.count)
  }

  /// The address of those bytes, until the next call
  @_expose(wasm, "opp_stream") @_cdecl("opp_stream")
  public func stream(_ stream: Int32) -> UInt32 {
    let content = stream == 0 ? printed.output : printed.errors
    shown?.deallocate()
    let room = UnsafeMutableRawPointer.allocate(byteCount: max(content.count, 1), alignment: 1)
    room.copyMemory(from: content, byteCount: content.count)
    shown = room
    return UInt32(UInt(bitPattern: room))
  }
#endif
