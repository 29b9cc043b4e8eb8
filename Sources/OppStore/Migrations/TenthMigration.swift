extension Migration {
  /// Version 10: the attempts to deliver whose outcome is not known
  ///
  /// `begun` is the second of an attempt that is under way, or in which a process has ended. `attempts` counts it already, and `next` is the time
  /// of the next attempt after it.
  ///
  /// ```
  /// delivery   17, 'notifications (webhook)', 'waiting', attempts 1, next 1782043215, begun 1782043200    the process ended in it
  /// delivery   18, 'notifications (webhook)', 'waiting', attempts 2, next 1782043260, begun NULL          both attempts failed
  /// ```
  static let tenth = Migration(script: "ALTER TABLE delivery ADD COLUMN begun INTEGER;")
}
