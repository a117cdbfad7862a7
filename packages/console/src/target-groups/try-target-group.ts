import { type ConditionProperties, checkCondition } from '@comporta/contract/conditions/condition';
import type { TargetGroupDraft } from '@comporta/contract/target-groups/target-group';
import { compile } from '@comporta/engine/compile';
import { explain } from '@comporta/engine/explain';
import type { TargetGroupTrace } from '@comporta/engine/explanation';
import { type Condition, SNAPSHOT_FORMAT, type Snapshot } from '@comporta/engine/snapshot';
import { TARGET_GROUP_POLICIES, UID } from '@comporta/engine/vocabulary';
import { givenValue } from '../parts/conditions/given-value.ts';

/** The user's values by the id of the property; an empty text stands for an absent property. */
export type Given = Readonly<Record<string, string>>;

/**
 * Returns whether a user belongs to the edited group, and the result of each condition; undefined while a
 * condition is unfinished. The engine itself decides, for a toggle that is made up for this.
 */
export function tryTargetGroup(
  { policy, conditions }: Pick<TargetGroupDraft, 'policy' | 'conditions'>,
  properties: ConditionProperties,
  given: Given,
): TargetGroupTrace | undefined {
  const checked = finished(conditions, properties);
  const known = TARGET_GROUP_POLICIES.find((one) => one === policy);
  if (checked === undefined || known === undefined) return undefined;
  const group = { id: 'group', name: '', policy: known, conditions: checked };
  const compiled = compile(snapshotAround(group, properties));
  const rule = explain(compiled, TOGGLE.name, contextOf(given, properties))?.rules[0];
  return rule?.result !== 'NOT_REACHED' && rule?.type === 'TARGET_GROUP'
    ? rule.groups[0]
    : undefined;
}

function finished(
  drafts: TargetGroupDraft['conditions'],
  properties: ConditionProperties,
): Condition[] | undefined {
  const conditions: Condition[] = [];
  for (const draft of drafts) {
    const condition = checkCondition(draft, properties);
    if (!condition.ok) return undefined;
    conditions.push(condition.value);
  }
  return conditions.length === 0 ? undefined : conditions;
}

const TOGGLE = {
  id: 'toggle',
  name: 'toggle',
  values: ['in', 'out'],
  defaultValue: 'out',
  valueType: 'STRING',
} as const;

function snapshotAround(
  group: Snapshot['targetGroups'][number],
  properties: ConditionProperties,
): Snapshot {
  return {
    format: SNAPSHOT_FORMAT,
    environment: { id: '', name: '' },
    application: { id: '', name: '' },
    revision: 1,
    properties: [...properties.values()].filter(({ id }) => id !== UID),
    targetGroups: [group],
    toggles: [TOGGLE],
    experiments: [
      {
        id: 'experiment',
        toggleId: TOGGLE.id,
        status: 'ACTIVE',
        salt: '',
        buckets: 100,
        rules: [
          {
            type: 'TARGET_GROUP',
            targetGroupRule: { policy: 'ALL_OF', targetGroupsIds: [group.id] },
            valueSpec: { type: 'EXACT_VALUE', exactValue: 'in' },
          },
          { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'out' } },
        ],
      },
    ],
  };
}

function contextOf(given: Given, properties: ConditionProperties) {
  const said = Object.entries(given).filter(([id, text]) => id !== UID && text !== '');
  return {
    uid: given[UID],
    properties: Object.fromEntries(
      said.map(([id, text]) => {
        const property = properties.get(id);
        return [property?.key, givenValue(property?.type, text)];
      }),
    ),
  };
}
