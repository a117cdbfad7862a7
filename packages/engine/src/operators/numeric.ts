import type { Operator } from './operator.ts';
import { checkOrdered } from './ordered.ts';

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Parses decimal text with optional sign, point and exponent. Undefined for blanks, `1,5`, `0x10`, `Infinity`, `1e999`. */
export function parseNumber(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function read(raw: unknown): number | undefined {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : undefined;
  return typeof raw === 'string' ? parseNumber(raw) : undefined;
}

/** Numbers, and texts that are one. */
export const NUMERIC_OPERATOR: Operator<number> = {
  read,
  check: (expression, term) => checkOrdered(expression, term, parseNumber),
};
