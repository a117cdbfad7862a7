import type { EqualParts } from '../platform/base/equal-parts.ts';
import type { StoredExperiment } from './stored-entities.ts';

/** Shares equal parts between experiments to save memory: in a whole application, many rules are the same. */
export function withEqualParts(experiment: StoredExperiment, equal: EqualParts): StoredExperiment {
  return {
    ...experiment,
    appId: equal.text(experiment.appId),
    envId: equal.text(experiment.envId),
    status: equal.text(experiment.status),
    savedBy: equal.text(experiment.savedBy),
    savedById: equal.text(experiment.savedById),
    rules: experiment.rules.map((rule) => equal.members(rule)),
  };
}
