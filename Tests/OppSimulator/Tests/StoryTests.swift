import OppModel
import OppSimulator
import OppTestLimits
import Testing

@Suite(.limited) struct StoryTests {
  /// `.ci/simulate` lives through all short stories with every failure
  @Test func `a short story with failures of the disk and kills loses nothing`() throws {
    let plan = try Stories.named("one-firing")
    for failure in ["disk failing at call", "disk full at call", "power cut at effect"] {
      let end = failure.hasPrefix("power") ? " losing some down 10" : ""
      for place in stride(from: 7, to: 60, by: 13) {
        var plan = plan
        let action = try #require(Action(line: "\(failure) \(place)\(end)"))
        plan.events.append(Plan.Event(at: plan.from, action))
        #expect(SimulatedLife.run(plan).violation == nil, "\(action.line)")
      }
    }
  }

  @Test func `every story has the outcome that it must have`() throws {
    let stories = try Stories.all()
    #expect(!stories.isEmpty)
    for plan in stories {
      let outcome = SimulatedLife.run(plan)
      #expect(Stories.problem(of: outcome, plan) == nil, "\(plan.name)")
    }
  }

  @Test(arguments: [UInt64(1), 2, 3, 4711])
  func `a plan is the same after it was written as a story and read again`(seed: UInt64) throws {
    let plan = Plan(seed: seed)
    #expect(try Plan(story: plan.story) == plan)
  }

  @Test func `a line that cannot be read is named`() {
    for (line, number) in [("events\n  soon  file empty", 2), ("seed      x", 1)] {
      let error = #expect(throws: UnreadableStory.self) { try Plan(story: line) }
      #expect(error?.line == number)
    }
  }

  @Test(arguments: [
    "person snooze E1 for 2h", "person done \"Lunch walk\"", "file half", "file limits",
    "notifier all picky 60", "reading room 25",
    "notifier Ann limiting 600", "late 3 enable E1", "disk failing at call 12",
    "disk full at call 0",
    "power cut at call 12 losing some down 60", "power cut at effect 3 losing none down 1",
    "service room slow 60", "machine sleeps 7200",
    "process killed after 3 down 60", "process stopped down 60", "store locked 40", "signal hangup",
  ])
  func `an action is the same after it was written and read`(line: String) {
    #expect(Action(line: line)?.line == line)
  }
}
