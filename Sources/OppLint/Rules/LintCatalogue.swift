/// Every rule of the linter: the one place to add one
///
/// The order is that in which rules run and in which the pages are listed; findings are sorted by place afterwards.
package enum LintCatalogue {
  /// By category, then in the order of the manual
  package static let rules: [LintRule] = [
    // Correctness
    NeverTrue.rule,
    AlwaysTrue.rule,
    RedundantPart.rule,
    DeadBranch.rule,
    SubsumedOpp.rule,
    DuplicatePart.rule,
    HoldBindsTighter.rule,
    DuplicateOpp.rule,
    SameBranches.rule,
    ComparedWithItself.rule,
    AndOrMixed.rule,
    ImpossibleDate.rule,
    ImpossibleExpectation.rule,
    EmptyText.rule,
    // Time
    EndsAtMidnight.rule,
    HoldLongerThanWindow.rule,
    EventOutsideWindow.rule,
    NightSplitByWeekday.rule,
    WindowRunsBackwards.rule,
    TwelveAM.rule,
    LastHourIncluded.rule,
    SlidingPeriod.rule,
    MissingLast.rule,
    PastDate.rule,
    UnevenEvery.rule,
    MovingStart.rule,
    OneSecondCondition.rule,
    SunMayBeMissing.rule,
    ClockChange.rule,
    WholeDayWindow.rule,
    WindowBesideItsEvent.rule,
    EndIsOutside.rule,
    ShortMonth.rule,
    StaleText.rule,
    ChangeOverRestart.rule,
    WindowBeforeRow.rule,
    // Units
    ImplausibleValue.rule,
    FreezingInTheWrongScale.rule,
    FractionForPercent.rule,
    PercentLost.rule,
    PointBetweenThousands.rule,
    PercentOfPercent.rule,
    UnitOfAnotherKind.rule,
    MeasuredEquality.rule,
    ImplausibleDuration.rule,
    AmbiguousMinutes.rule,
    // Events
    CrossingBeforeWindow.rule,
    ChangesBothWays.rule,
    ChangesOfAMeasurement.rule,
    OnceForEver.rule,
    LimitNeverReached.rule,
    LaterEventDropped.rule,
    EndlessAgain.rule,
    NeverAgain.rule,
    RepeatAgainstLimit.rule,
    UnlimitedRepetition.rule,
    FiresOncePerRow.rule,
    BeganOutlivesItsCondition.rule,
    CalendarRowAdded.rule,
    AllDayEventOffset.rule,
    NotifiedAfterQuietHours.rule,
    // Places
    RadiusBelowAccuracy.rule,
    ImprecisePin.rule,
    PinFarFromZone.rule,
    NearMeasuresYou.rule,
    NearestHidesEntering.rule,
    // Tables
    EmptyListIsUnknown.rule,
    UnusedRow.rule,
    HeedfulContains.rule,
    RecordedNeverRead.rule,
    WeatherOfNow.rule,
    // Cost
    RequestPerRow.rule,
    FresherThanNeeded.rule,
    RequestedDayAndNight.rule,
    OverBudget.rule,
    // Unknown
    AlarmOnMissing.rule,
    WindowBrokenByGaps.rule,
    KnownBesideUse.rule,
    WindowShorterThanReadings.rule,
    // Names
    UnusedDeclaration.rule,
    HiddenName.rule,
    FieldHidesParameter.rule,
    DuplicateLet.rule,
    // Spelling
    NearlyTheSameText.rule,
    DoubledBraces.rule,
    ForeignPlaceholder.rule,
    MixedScripts.rule,
    // Security
    SecretInAddress.rule,
    PlainHTTP.rule,
    GuessableTopic.rule,
    ShellInCommand.rule,
    PositionLeaves.rule,
    // Data
    ValueNeverSeen.rule,
    FieldNeverRead.rule,
    ThresholdNeverCrossed.rule,
    NeverFired.rule,
    FiresTooOften.rule,
    MostlyUnknown.rule,
    GapOutlivesItself.rule,
    PlaceNeverFound.rule,
    PartNeverDecides.rule,
    Flapping.rule,
    // Suppressions
    UnusedSuppression.rule,
    UnknownRuleInSuppression.rule,
    SuppressionWithoutReason.rule,
    ExpiredSuppression.rule,
    // Style
    ComparisonWithTrue.rule,
    NegationOfNegation.rule,
    TwoComparisonsForAWindow.rule,
    EqualitiesForAList.rule,
    CountForAny.rule,
    IfForACondition.rule,
    TextLongerThanShown.rule,
    NameInAnotherStyle.rule,
  ]

  /// The present names of rules that had another one
  ///
  /// By the former name, which a message about a suppression or a configuration resolves to the present one.
  package static let renamed = ["told-after-quiet-hours": "notified-after-quiet-hours"]

  /// The errors of the compiler that rules have become, by the former name of the rule
  ///
  /// A comment or a setting with such a name is not wrong, because it was right once, and does nothing any more.
  package static let retired = ["otherwise-binds-tighter": "ambiguous-otherwise"]

  /// The rule of a name; `nil` if there is none
  package static func rule(named name: String) -> LintRule? {
    rules.first { $0.name == name }
  }
}
