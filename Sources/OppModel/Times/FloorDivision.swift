/// The quotient rounded down, for a divisor above 0: 7 by 3 is 2, −7 by 3 is −3
package func floorDivided(_ value: Int64, by divisor: Int64) -> Int64 {
  let quotient = value / divisor
  return value % divisor < 0 ? quotient - 1 : quotient
}
