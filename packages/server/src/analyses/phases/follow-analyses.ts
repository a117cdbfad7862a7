import type { Change } from '@comporta/contract/nouns/change';
import type { Hearing } from '../../platform/callers/application-scope.ts';
import { followPhases } from './follow-phases.ts';

/** Whether users may get something else by a change. */
type MayTouch = (change: Change) => boolean;

/** Lets the phases of open analyses follow the changes of what they measure; others ask nothing. Source: RES-16. */
export function followAnalyses(mayTouch: MayTouch): Hearing {
  let isConcerned = false;
  return {
    each(change) {
      isConcerned ||= concernsPhases(change, mayTouch);
    },
    end: async (sql, { id }) => (isConcerned ? followPhases(sql, id) : []),
  };
}

/** A phase knows the version of its experiment, so that new names of rules concern it, too. */
function concernsPhases(change: Change, mayTouch: MayTouch): boolean {
  switch (change.type) {
    case 'experiment':
      return true;
    case 'toggle':
    case 'targetGroup':
    case 'application':
      return mayTouch(change);
    default:
      return false;
  }
}
