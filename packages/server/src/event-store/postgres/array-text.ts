/**
 * A PostgreSQL array literal of values that need no quotes: ids, numbers, times. The driver would look for quotes in
 * each value, and a thousand events have nine thousand values.
 */
export function arrayText(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}
