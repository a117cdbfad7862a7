import { RE2JS } from 're2js';

export const REGEX_MAX_CHARS = 256;

/**
 * Instructions of a compiled pattern. Matching takes time proportional to this number times the
 * length of the value: with 500 the worst pattern found needs some 50 ms for 1,024 characters, with
 * 1,000 already 240 ms.
 */
const REGEX_MAX_PROGRAM_SIZE = 500;

/**
 * A linear-time, unanchored search (RE2 syntax). Undefined when the pattern does not compile, is
 * longer than 256 characters or would compile to too large a program. Never `RegExp`: its
 * backtracking lets one stored pattern stall the whole process.
 */
export function compileRegex(pattern: string): ((text: string) => boolean) | undefined {
  if (pattern.length > 2 * REGEX_MAX_CHARS || [...pattern].length > REGEX_MAX_CHARS)
    return undefined;
  try {
    const program = RE2JS.compile(pattern);
    if (program.programSize() > REGEX_MAX_PROGRAM_SIZE) return undefined;
    return (text) => program.test(text);
  } catch {
    return undefined;
  }
}
