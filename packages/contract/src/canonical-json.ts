/** JSON with sorted keys, equal for equal values: `jsonb` columns do not keep the order of keys. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) => (isObject(inner) ? sorted(inner) : inner)) ?? ''
  );
}

export function isSameJson(one: unknown, other: unknown): boolean {
  // Most of what is compared is alike and has its keys in one order, which takes a tenth of the time to see.
  return (
    one === other ||
    JSON.stringify(one) === JSON.stringify(other) ||
    canonicalJson(one) === canonicalJson(other)
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(members: object): object {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}
