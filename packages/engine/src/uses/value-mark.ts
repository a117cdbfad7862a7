import { murmur3 } from '../murmur3.ts';
import { utf8Length } from '../text-length.ts';

/** A longer value is named by a mark. Source: LIF-04. */
const MARKED_FROM_BYTES = 64;

/**
 * The name under which uses of a value are counted: the value, or for a long one `#`, 8 hex digits of its hash, `:` and its
 * length in UTF-16 units.
 */
export function valueMark(value: string): string {
  // UTF-8 has at least one byte for each UTF-16 unit.
  const isShort = value.length <= MARKED_FROM_BYTES && utf8Length(value) <= MARKED_FROM_BYTES;
  if (isShort) return value;
  return `#${murmur3(value).toString(16).padStart(8, '0')}:${value.length}`;
}
