import { utf8BytesOf } from '../murmur3.ts';

/** Source: LIF-41. */
export const LISTED_ID_MAX_BYTES = 256;

/** A control character in the middle of a line is a damaged file, not an id. */
const CONTROL_CHARACTER = /\p{Cc}/u;
/** What files have around their ids: nothing else is trimmed. */
const OUTER_BLANKS = /^[ \t\r\n]+|[ \t\r\n]+$/g;

/** An id as it is hashed for a list: trimmed and in NFC. Undefined for what is no id. Source: LIF-41. */
export function listedIdOf(given: string): string | undefined {
  const id = given.replace(OUTER_BLANKS, '').normalize('NFC');
  if (id === '' || !id.isWellFormed() || CONTROL_CHARACTER.test(id)) return undefined;
  const isTooLong =
    3 * id.length > LISTED_ID_MAX_BYTES && utf8BytesOf(id).length > LISTED_ID_MAX_BYTES;
  return isTooLong ? undefined : id;
}
