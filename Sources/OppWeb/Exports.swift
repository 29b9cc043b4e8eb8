// The functions of the WebAssembly module. Texts and files are passed as an address and a length in the
// module's memory; `opp_allocate` gives room for them.

#if arch(wasm32)
  internal import OppModel
  internal import OppOutputs

  /// The one workbench of the module, which has one thread
  private nonisolated(unsafe) var workbench = Workbench()

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

  @_expose(wasm, "opp_allocate") @_cdecl("opp_allocate")
  public func allocate(_ count: UInt32) -> UInt32 {
    UInt32(
      UInt(bitPattern: UnsafeMutableRawPointer.allocate(byteCount: Int(count), alignment: 16)))
  }

  @_expose(wasm, "opp_free") @_cdecl("opp_free")
  public func release(_ address: UInt32) {
    UnsafeMutableRawPointer(bitPattern: UInt(address))?.deallocate()
  }

  /// Forgets all files
  @_expose(wasm, "opp_clear") @_cdecl("opp_clear")
  public func clear() { workbench = Workbench() }

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

  /// - Returns: 1 where the zone could be read.
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
    guard let seconds = Int64(exactly: second) else { return ExitStatus.usage.rawValue }
    return keep(
      workbench.explain(
        text(name, length), at: Instant(seconds: seconds), isJSON: isJSON != 0))
  }

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
