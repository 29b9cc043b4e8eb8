internal import OppKit

extension Session {
  /// Steps through the seconds at which something arrived, up to that of the message
  ///
  /// - Parameter workLimit: the limit that the session was made with, for messages.
  mutating func take(_ step: StepMessage, workLimit: Int) throws(WorkerFailure) -> StepReply {
    var reply = StepReply()
    for command in step.commands { perform(command) }
    var now: [Arrival] = []
    var earlier: [(at: Timestamp, arrival: Arrival)] = []
    for item in step.arrived {
      guard let at = item.at, at < step.at else {
        now.append(item.arrival)
        continue
      }
      if hasDecided(at) {
        // It counts from now on, and whoever holds an earlier state may step anew.
        reply.late.append((item.name, at))
        now.append(item.arrival)
      } else {
        earlier.append((at, item.arrival))
      }
    }
    let seconds = Set(earlier.map { $0.at }).sorted()
    for second in seconds {
      reply.add(
        self.step(
          at: second, arrivals: earlier.filter { $0.at == second }.map { $0.arrival }))
    }
    reply.add(self.step(at: step.at, arrivals: now, responses: step.responses))
    guard !isOverWork else {
      throw WorkerFailure(.overWork, "the step costs more than \(workLimit) evaluations")
    }
    return reply
  }

  /// Why an Opp is true, false or unknown
  func explained(_ opp: String, row: String?) throws(WorkerFailure) -> Explanation {
    guard let explanation = explanation(of: opp, row: row) else {
      let words = row.map { " with the row `\($0)`" } ?? ""
      throw WorkerFailure(.unknownOpp, "there is no Opp `\(opp)`\(words)")
    }
    return explanation
  }
}
