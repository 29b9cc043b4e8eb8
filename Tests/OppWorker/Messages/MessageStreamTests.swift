import OppTestLimits
import OppWorker
import Testing

/// Messages in streams that come in pieces
@Suite(.limited) struct MessageStreamTests {
  private static func items(
    _ framing: MessageStream.Framing, _ bytes: [UInt8], limit: Int, portion: Int
  ) -> ([MessageStream.Item], isInMessage: Bool) {
    var stream = MessageStream(framing, limit: limit)
    var items: [MessageStream.Item] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      items += stream.receive(Array(rest.prefix(portion)))
      rest = rest.dropFirst(portion)
    }
    return (items, stream.isInMessage)
  }

  @Test(arguments: 1...20)
  func `lines are messages, however they come`(portion: Int) {
    let text = "{}\n\n  \r\n{\"op\":1}\r\n123456789\n1234567890\nab"
    let (items, isInMessage) = Self.items(.lines, Array(text.utf8), limit: 9, portion: portion)
    #expect(
      items == [
        .message(Array("{}".utf8)), .message(Array("{\"op\":1}\r".utf8)),
        .message(Array("123456789".utf8)), .tooLong(10),
      ])
    #expect(isInMessage)
  }

  @Test(arguments: 1...20)
  func `frames are messages, however they come`(portion: Int) {
    var bytes = MessageStream.reply("{}", .frames) + MessageStream.reply("", .frames)
    bytes += MessageStream.reply("a line\nand another", .frames)
    bytes += MessageStream.reply(String(repeating: "x", count: 300), .frames)
    bytes += MessageStream.reply("end", .frames)
    #expect(bytes[..<4] == [0, 0, 0, 2])
    let (items, isInMessage) = Self.items(.frames, bytes, limit: 20, portion: portion)
    #expect(
      items == [
        .message(Array("{}".utf8)), .message([]), .message(Array("a line\nand another".utf8)),
        .tooLong(300), .message(Array("end".utf8)),
      ])
    #expect(!isInMessage)
    #expect(Self.items(.frames, Array(bytes.dropLast()), limit: 20, portion: portion).isInMessage)
  }
}
