import type { Operator } from './operator.ts';

/** Accepts `true` and `false` in any case; undefined for other text. */
export function parseBoolean(text: string): boolean | undefined {
  switch (text.toLowerCase()) {
    case 'true':
      return true;
    case 'false':
      return false;
    default:
      return undefined;
  }
}

function read(raw: unknown): boolean | undefined {
  if (typeof raw === 'boolean') return raw;
  return typeof raw === 'string' ? parseBoolean(raw) : undefined;
}

/** Booleans, and texts that mean one. */
export const BOOLEAN_OPERATOR: Operator<boolean> = {
  read,
  check(expression, term) {
    const wanted = parseBoolean(term);
    if (wanted === undefined) return undefined;
    if (expression === 'EQUALS') return (value) => value === wanted;
    if (expression === 'NOT_EQUALS') return (value) => value !== wanted;
    return undefined;
  },
};
