import { RE2JS } from 're2js';
import { isLongerThan } from '../text-length.ts';

export const REGEX_MAX_CHARS = 256;

/** In code points. A longer value counts as unreadable for REGEX. */
export const REGEX_VALUE_MAX_CHARS = 256;

/** In instructions. The time to match is proportional to the size of the program times the length of the value. */
const REGEX_MAX_PROGRAM_SIZE = 500;

/** A pattern that takes linear time, and how large its program is. */
export interface CompiledRegex {
  /** In instructions. */
  readonly size: number;
  readonly matches: (text: string) => boolean;
}

/**
 * Compiles a pattern for a linear-time, unanchored search (RE2 syntax). Undefined when the pattern does not compile, is
 * longer than 256 characters or needs too large a program. Never `RegExp`: with its backtracking, one stored pattern
 * could block the whole process.
 *
 * The library's `test` would cache up to 8 MB of states per pattern, and some values create new states with each
 * character. `find` visits each instruction at most once per character, and caches nothing.
 */
export function compileRegex(pattern: string): CompiledRegex | undefined {
  if (isLongerThan(pattern, REGEX_MAX_CHARS)) return undefined;
  try {
    const program = RE2JS.compile(pattern);
    const size = program.programSize();
    if (size > REGEX_MAX_PROGRAM_SIZE) return undefined;
    return {
      size,
      matches: (text) => !isTooLongForRegex(text) && program.matcher(text).find(),
    };
  } catch {
    return undefined;
  }
}

/** Whether a value is too long to be searched; no pattern matches it then. */
export function isTooLongForRegex(text: string): boolean {
  return isLongerThan(text, REGEX_VALUE_MAX_CHARS);
}
