import { hash } from 'node:crypto';
import type { Context } from '@comporta/engine/context';
import { memoize } from '../memoize.ts';
import type { Audience } from './audience.ts';

/** Beyond so many contexts, the oldest is dropped and evaluated again on its next request. */
const REMEMBERED_CONTEXTS = 1_000;

/**
 * The entity tags of bulk answers that clients already had. A snapshot decides the same for the same context each
 * time, so a client that polls gets 304 without another evaluation.
 */
export interface UnchangedAnswers {
  /** The tag that the answer for this context is known to have. */
  tagFor(context: Context): string | undefined;
  remember(context: Context, entityTag: string): void;
}

/** The tags for one snapshot and one kind of key; they are garbage-collected with the audience. */
export const unchangedAnswersOf = memoize((_audience: Audience): UnchangedAnswers => {
  const tags = new Map<string, string>();
  return {
    tagFor: (context) => tags.get(keyOf(context)),
    remember(context, entityTag) {
      const [oldest] = tags.keys();
      if (oldest !== undefined && tags.size >= REMEMBERED_CONTEXTS) tags.delete(oldest);
      tags.set(keyOf(context), entityTag);
    },
  };
});

/** A hash, because contexts hold personal data and may be long. */
function keyOf(context: Context): string {
  return hash('sha256', JSON.stringify(context), 'base64url');
}
