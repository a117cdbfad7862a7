import type { ErrorCode } from './errors.ts';
import type { Problem } from './problem.ts';

export const KEY_MAX_CHARS = 100;

export const KEY_CODES = [
  'EMPTY_KEY',
  'INVALID_KEY',
  'LIMIT_EXCEEDED',
] as const satisfies readonly ErrorCode[];
type KeyCode = (typeof KEY_CODES)[number];

/** The problems of a trimmed key. `.` and `..` are refused because no URL can contain them as a segment (S22). */
export function problemsOfKey(key: string): Problem<KeyCode>[] {
  const at = ['key'];
  if (key === '') return [{ code: 'EMPTY_KEY', at }];
  if (!/^[A-Za-z0-9._-]+$/.test(key) || /^\.\.?$/.test(key)) return [{ code: 'INVALID_KEY', at }];
  if (key.length <= KEY_MAX_CHARS) return [];
  return [{ code: 'LIMIT_EXCEEDED', at, meta: { field: 'key', limit: KEY_MAX_CHARS } }];
}
