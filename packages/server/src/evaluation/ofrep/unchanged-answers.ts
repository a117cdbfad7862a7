import { hash } from 'node:crypto';
import type { Context } from '@comporta/engine/context';
import { memoize } from '../memoize.ts';
import type { Audience } from './audience.ts';

/** More than these are evaluated again each time they ask. */
const REMEMBERED_CONTEXTS = 1_000;

/**
 * The entity tags of bulk answers that clients already had. A snapshot decides the same for the same
 * context each time, so who polls is told 304 without evaluating anything again.
 */
export interface UnchangedAnswers {
  /** The tag that the answer for this context is known to have. */
  tagFor(context: Context): string | undefined;
  remember(context: Context, entityTag: string): void;
}

/** Those of one snapshot to the holders of one kind of key; they go with it. */
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

/** A hash, because contexts are about persons and may be long. */
function keyOf(context: Context): string {
  return hash('sha256', JSON.stringify(context), 'base64url');
}
