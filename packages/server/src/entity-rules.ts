import { openAnalysesByMetric } from './analyses/metric-use-repository.ts';
import { enforceEnvironmentLimit } from './applications/enforce-environment-limit.ts';
import { saveEnvironments } from './applications/save-environments.ts';
import * as draftedExperiment from './experiments/drafted-experiment.ts';
import * as experimentChanges from './experiments/experiment-changes.ts';
import { namedIds } from './experiments/named-ids.ts';
import { refuseUnsound } from './experiments/require-sound-dependencies.ts';
import { writeExperiments } from './experiments/write-experiments.ts';
import { METRICS } from './metrics/metric-noun.ts';
import type { Plans } from './platform/config/plans.ts';
import { enforcePlanLimit, requireRoom } from './platform/limits/enforce-plan-limit.ts';
import { PROPERTIES } from './properties/property-noun.ts';
import { TARGET_GROUPS } from './target-groups/target-group-noun.ts';
import { requireFewTags } from './toggles/require-few-tags.ts';
import { TOGGLES } from './toggles/toggle-noun.ts';
import { lostValues, requireUnused } from './toggles/value-usage.ts';
import type { EntityRules } from './transfer/entity-rules.ts';

/** The rules of all slices, for `transfer`, the only slice that uses them together. */
export function entityRules(plans: Plans): EntityRules {
  const limit = { plans, limit: 'MAX_FEATURE_TOGGLES' } as const;
  return {
    environments: {
      requireRoom: ({ actor }, count) => enforceEnvironmentLimit(plans, actor.plan, count),
      save: saveEnvironments,
    },
    properties: { ...PROPERTIES, write: PROPERTIES.rows.write },
    targetGroups: { ...TARGET_GROUPS, write: TARGET_GROUPS.rows.write },
    toggles: {
      ...TOGGLES,
      write: TOGGLES.rows.write,
      requireRoom: (sql, { actor }, added) => requireRoom(sql, actor, { ...limit, added }),
      enforceLimit: (sql, { actor }) => enforcePlanLimit(sql, actor, { ...limit, added: 0 }),
      requireFewTags,
      lostValues,
      requireUnused,
    },
    experiments: {
      create: draftedExperiment.newExperiment,
      edit: draftedExperiment.editedExperiment,
      withStatus: draftedExperiment.withStatus,
      created: experimentChanges.experimentCreated,
      edited: experimentChanges.experimentEdited,
      deleted: experimentChanges.experimentDeleted,
      statusChanged: experimentChanges.statusChanged,
      namedIds,
      refuseUnsound,
      write: writeExperiments,
    },
    metrics: { ...METRICS, write: METRICS.rows.write, usesByMetric: openAnalysesByMetric },
  };
}
