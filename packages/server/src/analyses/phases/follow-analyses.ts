import type { Change } from '@comporta/contract/nouns/change';
import { mayTouchEnvironments } from '../../platform/changes/touched-environments.ts';
import type { Hearing } from '../../platform/identity/application-scope.ts';
import { followPhases } from './follow-phases.ts';

/** Lets the phases of open analyses follow the changes of what they measure; others ask nothing. Source: RES-16. */
export function followAnalyses(): Hearing {
  let isConcerned = false;
  return {
    each(change) {
      isConcerned ||= concernsPhases(change);
    },
    end: async (sql, { id }) => (isConcerned ? followPhases(sql, id) : []),
  };
}

/** A phase knows the version of its experiment, so that new names of rules concern it, too. */
function concernsPhases(change: Change): boolean {
  switch (change.type) {
    case 'experiment':
      return true;
    case 'toggle':
    case 'targetGroup':
    case 'application':
      return mayTouchEnvironments(change);
    default:
      return false;
  }
}
