import { guardCalls } from './analyses/guard/guard-calls.ts';
import type { Looking } from './analyses/results/look-at-phase.ts';
import { shipEdits } from './analyses/ship-edits.ts';
import type { EditsOf } from './change-requests/requests.ts';
import { restoreIfKept } from './deleted-items/restore-item.ts';
import { experimentEdits } from './experiments/edits/experiment-edits.ts';
import type { EditExperiment } from './experiments/save-experiment.ts';
import { restorersOf } from './nouns.ts';
import type { Plans } from './platform/config/plans.ts';
import type { Sql } from './platform/database/database.ts';
import { PROPERTY_EDITS } from './properties/property-edits.ts';
import { TARGET_GROUP_EDITS } from './target-groups/target-group-edits.ts';
import { toggleEdits } from './toggles/toggle-edits.ts';

interface EditDependencies {
  readonly plans: Plans;
  readonly deletedKeptDays: number;
  readonly editExperiment: EditExperiment;
  readonly look: (sql: Sql) => Looking;
}

/** The ordinary calls of what change requests change. */
export function requestEdits({
  plans,
  deletedKeptDays: keptDays,
  editExperiment,
  look,
}: EditDependencies): EditsOf {
  const keeping = { keptDays, restorers: restorersOf(plans) };
  const { ship, lookedAt } = shipEdits(look, editExperiment);
  const edits: EditsOf = {
    experiment: experimentEdits(editExperiment),
    toggle: toggleEdits({ plans }),
    targetGroup: TARGET_GROUP_EDITS,
    property: PROPERTY_EDITS,
    restore: (write, thing) => restoreIfKept(write, thing, keeping),
    ship,
    guard: guardCalls(look),
    lookedAt: async (sql, shipped) => ({ ...edits, ship: await lookedAt(sql, shipped) }),
  };
  return edits;
}
