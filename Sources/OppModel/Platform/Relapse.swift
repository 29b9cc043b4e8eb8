#if Relapses
  /// A fault that was mended, or one like it, which can be switched on again
  ///
  /// The simulator must find each. A build without the package trait `Relapses` has nothing of them: every switch is inside
  /// `#if Relapses`.
  package enum Relapse: String, CaseIterable, Sendable {
    // MARK: Rules

    /// A rule file that lacks something counts at once
    case emptyFileCounts

    // MARK: Deliveries

    /// The success of one notifier is taken for that of all
    case notifiersShareHealth

    /// A notifier that works again is not reported
    case healthIsNotCleared

    /// A notifier that fails again is listed with the failures before it worked
    case firstFailureIsListed

    /// A firing is marked as delivered before it is sent
    case deliveredBeforeSent

    /// A start forgets that notifiers fail, and the pauses that they have asked for
    case pauseIsForgotten

    /// The store forgets that a notifier has asked for its pause
    case askedPauseIsForgotten

    /// A start tries all failed deliveries at once
    case attemptsBeginAnew

    /// An attempt to deliver is not kept before it is made
    case attemptIsNotKept

    /// The run does not wake for the next attempt of a delivery
    case deliveryDoesNotWake

    /// The run does not wake at the end of a notification
    case expiryDoesNotWake

    /// A start releases the firings that are held
    case heldIsForgotten

    /// The end of a quiet time releases nothing until an Opp fires
    case heldWaitsForFiring

    /// A notification has no end
    case nothingExpires

    /// After a success, the other firings that wait for a notifier keep their own pauses
    case waitingIsNotReleased

    /// A firing reaches the first of its notifiers alone
    case secondNotifierIsForgotten

    /// A notification that was refused for good is tried again
    case refusalIsRetried

    /// A notification that was answered is delivered all the same
    case answeredIsDelivered

    // MARK: Services

    /// A service that works again is not reported
    case serviceHealthIsNotCleared

    /// A start keeps the messages on the services that failed before it
    case serviceHealthOutlivesStart

    /// The run does not wake after a hangup for services that fail
    case hangupDoesNotWake

    /// A request is made before the step that has it is kept
    case requestedBeforeCommit

    /// The session does not wake when a reading is due
    case readingDoesNotWake

    /// The session does not wake for the next attempt of a request
    case retryDoesNotWake

    /// A start forgets that a service has asked to be left alone
    case servicePauseIsForgotten

    /// Requests that are under way do not count for a quota
    case quotaForgetsUnderWay

    /// A start has a reading fetched an hour later than it is due
    case startDelaysReading

    /// A refresh is taken before its request is made
    case refreshIsForgotten

    // MARK: Commands and Opps

    /// A command counts from the second after the last one that was processed
    case commandCountsBefore

    /// A command that was given in the second of the engine's snapshot is taken for known
    case commandIsForgotten

    /// A command keeps the second at which it read the clock, though the daemon has kept a later one since
    case lateCommandIsForgotten

    /// The engine does not wake at the end of a snooze
    case snoozeDoesNotWake

    /// The run does not wake for the command of a person
    case commandDoesNotWake

    /// A start forgets that an event happened in a snooze
    case snoozedEventIsForgotten

    /// A start forgets that a person has disabled an Opp
    case choiceIsForgotten

    /// Only the first of the Opps with one condition sees it become true
    case sharedConditionFiresOnce

    /// `otherwise` decides before the response
    case otherwiseDecidesAtOnce

    /// A start forgets the values that a waiting event has known at its second
    case waitingWordsAreForgotten

    /// An edit of a limit forgets the firings that it has counted
    case editForgetsCount

    /// A limit counts each firing twice
    case limitCountsTwice

    /// A start counts the last firing of a limit again
    case restoredLimitCountsTwice

    /// A start forgets the firings that a limit has counted
    case limitIsForgotten

    /// An event that was slept through fires, however late it is
    case latenessIsForgotten

    /// An event is late by the second of a command that was given since, not by the clock
    case commandMakesEventsSeen

    // MARK: The store

    /// A store that another process holds ends the run
    case lockEndsRun

    /// The relapse that is switched on; the simulator sets it before anything runs
    nonisolated(unsafe) package static var present: Relapse?

    package static func isOn(_ relapse: Relapse) -> Bool { present == relapse }
  }
#endif
