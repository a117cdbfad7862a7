import { lengthOf, type Problem } from '../problem.ts';

export const TAG_MAX_CHARS = 30;
export const TOGGLE_MAX_TAGS = 10;
export const APPLICATION_MAX_TAGS = 200;

/** Normalises tags: trimmed, in lower case and NFC, without duplicates, sorted. */
export function tagsOf(typed: readonly string[]): readonly string[] {
  const tags = typed.map((tag) => tag.trim().replace(/^#/, '').toLowerCase().normalize('NFC'));
  return [...new Set(tags)].sort();
}

/** Checks the characters only: letters and digits of any script, and `. _ : -`. */
export function isTag(tag: string): boolean {
  return /^[\p{L}\p{M}\p{N}._:-]+$/u.test(tag);
}

/** At most one problem for the list; otherwise one for each tag, at its place. */
export function problemsOfTags(
  tags: readonly string[],
): readonly Problem<'INVALID_TAG' | 'LIMIT_EXCEEDED'>[] {
  if (tags.length > TOGGLE_MAX_TAGS) return [tooMany(TOGGLE_MAX_TAGS)];
  return tags.flatMap((tag, index) =>
    isTag(tag) && lengthOf(tag) <= TAG_MAX_CHARS
      ? []
      : [
          {
            code: 'INVALID_TAG' as const,
            at: ['tags', index],
            meta: { tag, limit: TAG_MAX_CHARS },
          },
        ],
  );
}

/** The limit is that of one toggle or that of an application. */
export function tooMany(limit: number): Problem<'LIMIT_EXCEEDED'> {
  return { code: 'LIMIT_EXCEEDED', at: ['tags'], meta: { field: 'tags', limit } };
}
