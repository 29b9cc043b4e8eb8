internal import OppOutputs
internal import OppWorker

extension Command {
  /// The worker itself is in `OppWorker`, without any I/O: this gives it the standard streams, zones and folders
  static let worker = Command(
    name: "worker",
    summary:
      "decides steps of many people's rules: messages on standard input, replies on standard output",
    operands: "[FILE]",
    operandCount: 0...1,
    options: [
      Option("--frames", "has a length of 32 bits before each message and reply, in place of lines")
    ],
    discussion: """
      A service holds the states of its people, their clocks and its network; a worker is given rules, a state and what has \
      arrived, and returns what fires, what to request, when to wake it, and what has changed of the state. Each \
      message is an object of JSON on a line, and so is each reply, in the order of the messages. The page Many people \
      of the manual has the protocol. The worker opens no connection, reads no file but zones and recordings to replay, and \
      ends when its input ends. With FILE, it replies to the messages of a file.
      """,
    examples: [
      (#"echo '{"op":"hello"}' | opp worker"#, "prints the versions and limits of the worker")
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    let framing: MessageStream.Framing = invocation.has("--frames") ? .frames : .lines
    guard let file = invocation.operands.first else {
      return WorkerLoop(framing, in: context).run()
    }
    var stream = MessageStream(framing, limit: WorkerLimits().line)
    var worker = Worker(Worker.Services(of: context))
    let end = framing == .lines ? [UInt8(ascii: "\n")] : []
    for item in stream.receive(try context.bytes(of: file, limit: 1 << 30) + end) {
      console.write(MessageStream.reply(worker.reply(to: item), framing))
    }
    return stream.isInMessage ? .problems : .success
  }
}
