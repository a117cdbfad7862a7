/** Splits 100 percent evenly; the remainder goes one point at a time to the first values. Source: SPL-02. */
export function evenSplit(values: readonly string[]): Record<string, number> {
  const share = Math.floor(100 / values.length);
  const remainder = 100 % values.length;
  return Object.fromEntries(
    values.map((value, index) => [value, index < remainder ? share + 1 : share]),
  );
}
