/**
 * An array as PostgreSQL reads it, of what needs no quotes: ids, numbers, times. The driver would look for quotes in each
 * of them, and a thousand events have nine thousand values.
 */
export function arrayText(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}
