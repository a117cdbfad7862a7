import { addEnvironments } from './applications/add-environments.ts';
import { pauseExperiment, restartExperiment } from './experiments/change-status.ts';
import { deleteExperiment } from './experiments/delete-experiment.ts';
import { createExperimentWith, editExperiment } from './experiments/save-experiment.ts';
import type { Plans } from './platform/config/plans.ts';
import { deleteProperty } from './properties/delete-property.ts';
import { createProperty, editProperty } from './properties/save-property.ts';
import { deleteTargetGroup } from './target-groups/delete-target-group.ts';
import { createTargetGroup, editTargetGroup } from './target-groups/save-target-group.ts';
import { deleteToggle } from './toggles/delete-toggle.ts';
import { createToggle, editToggle } from './toggles/save-toggle.ts';
import type { EntitySaves } from './transfer/entity-saves.ts';

/** The saves of all slices, for the one slice that uses them together. */
export function entitySaves(plans: Plans): EntitySaves {
  return {
    addEnvironments: (call, names) => addEnvironments(call, names, plans),
    properties: {
      create: createProperty,
      edit: editProperty,
      remove: deleteProperty,
    },
    targetGroups: {
      create: createTargetGroup,
      edit: editTargetGroup,
      remove: deleteTargetGroup,
    },
    toggles: {
      create: (call) => createToggle(call, plans),
      edit: editToggle,
      remove: deleteToggle,
    },
    experiments: {
      create: createExperimentWith,
      edit: editExperiment,
      remove: deleteExperiment,
      pause: pauseExperiment,
      restart: restartExperiment,
    },
  };
}
