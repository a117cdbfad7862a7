import {
  NEWER_WORDS_SINCE,
  newerWords,
  type Worded,
} from '@comporta/contract/conditions/newer-words';
import type { Change } from '@comporta/contract/nouns/change';
import { Rejection } from '../platform/base/rejection.ts';
import type { Hearing } from '../platform/callers/application-scope.ts';
import { hasOlderNode } from '../platform/database/older-nodes.ts';

/**
 * Rejects with OLDER_NODE what an older node that is connected could not answer or count: words that were not stored
 * before, keys that work on after they were replaced, phases of new users only, ratios of numbers of events, and
 * plans that refuse exposures of pages. Asks nothing while nobody brings one. Source: RUL-57, FAIR-50, RES-104, RES-116.
 */
export function refuseBesideOlderNodes(): Hearing {
  const words = new Set<string>();
  return {
    each(change) {
      for (const word of wordsBrought(change)) words.add(word);
    },
    async end(sql) {
      if (words.size > 0 && (await hasOlderNode(sql, NEWER_WORDS_SINCE))) {
        throw new Rejection('OLDER_NODE', { words: [...words] });
      }
      return [];
    },
  };
}

/** The words that the changed thing did not have before. */
function wordsBrought(change: Change): readonly string[] {
  switch (change.type) {
    case 'experiment':
    case 'targetGroup':
    case 'property':
      return addedTo(worded(change.before), worded(change.after));
    case 'metric':
      return addedSides(change);
    case 'environmentKey':
    case 'clientKey': {
      const { action, after } = change;
      return action === 'CREATED' && after && 'previousEndsAt' in after ? ['keepHours'] : [];
    }
    case 'analysis': {
      const { before, after } = change;
      return (['newUsersOnly', 'trustedExposures'] as const).filter(
        (name) => after?.[name] === true && before?.[name] !== true,
      );
    }
    default:
      return [];
  }
}

const SIDES = ['numeratorOf', 'denominatorOf'] as const;

/** An older node would count sums where a ratio is of numbers of events (RES-116). */
function addedSides({ before, after }: Change<'metric'>): readonly string[] {
  return SIDES.filter((side) => after?.[side] === 'COUNT' && before?.[side] !== 'COUNT');
}

function addedTo(before: Worded = {}, after: Worded = {}): readonly string[] {
  const known = new Set(newerWords(before));
  return newerWords(after).filter((word) => !known.has(word));
}

type Recorded = Change<'experiment' | 'targetGroup' | 'property'>['after'];

/** A pause is recorded without rules. */
function worded(record: Recorded): Worded | undefined {
  if (record === undefined) return undefined;
  return 'rules' in record || 'conditions' in record || 'type' in record ? record : undefined;
}
