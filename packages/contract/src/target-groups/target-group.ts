import type { Condition } from '@comporta/engine/snapshot';
import { TARGET_GROUP_POLICIES } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import { checkTexts } from '../check-texts.ts';
import {
  CONDITION_CODES,
  type ConditionProperties,
  checkCondition,
  conditionSchema,
} from '../conditions/condition.ts';
import { type ConditionDraft, conditionDraftSchema } from '../conditions/condition-draft.ts';
import { namedConditionSchema } from '../conditions/named-condition.ts';
import type { ErrorCode } from '../errors.ts';
import {
  emptyDraft,
  field,
  fieldsOf,
  optionalText,
  requiredText,
  type ValueOf,
  word,
} from '../fields.ts';
import { lastChangedSchema } from '../last-changed.ts';
import { type Checked, checked, type Problem } from '../problem.ts';
import { documented, draftList, id, version } from '../shapes.ts';

export const TARGET_GROUP_MAX_CONDITIONS = 100;

export const TARGET_GROUP = fieldsOf({
  name: requiredText({ maxChars: 50, empty: 'EMPTY_NAME', tooLong: 'NAME_TOO_LONG' }),
  description: optionalText({ maxChars: 100, tooLong: 'DESCRIPTION_TOO_LONG' }),
  // Any text in a document, because an unknown policy is refused by the check, with its own code.
  policy: field({ ...word(TARGET_GROUP_POLICIES, 'targetGroup.policy'), document: z.string() }),
  conditions: field({
    stored: z.array(conditionSchema),
    draft: draftList(conditionDraftSchema),
    document: z.readonly(z.array(namedConditionSchema)),
  }),
});

export const targetGroupSchema = documented(
  z.object({ id, appId: id, ...TARGET_GROUP.stored, version, lastChanged: lastChangedSchema }),
  { id: 'TargetGroup', description: 'Users described by conditions on their properties.' },
);
export type TargetGroup = z.infer<typeof targetGroupSchema>;

const { conditions: _typed, ...otherFields } = TARGET_GROUP.stored;

/** The part of a group that each saved version keeps. The type of a deleted property is unknown, so it has no types. */
export const savedTargetGroupSchema = documented(
  z.object({
    ...otherFields,
    conditions: z.readonly(z.array(z.omit(conditionSchema, { propertyType: true }))),
  }),
  { id: 'SavedTargetGroup' },
);

export const targetGroupDraftSchema = z.object(TARGET_GROUP.draft);
export type TargetGroupDraft = z.infer<typeof targetGroupDraftSchema>;

/** The draft that a form for a new group starts with. */
export const NEW_TARGET_GROUP: TargetGroupDraft = { ...emptyDraft(TARGET_GROUP), policy: 'AND' };

/** A condition keeps the id that was sent; the server decides whether that id exists. */
export type TargetGroupCondition = Condition & { readonly id: string };

/** A checked draft: its conditions may still name properties that do not exist. */
export interface TargetGroupValue extends Omit<ValueOf<typeof TARGET_GROUP>, 'conditions'> {
  readonly conditions: readonly TargetGroupCondition[];
}

export const TARGET_GROUP_CODES = [
  'EMPTY_NAME',
  'INVALID_CHARACTERS',
  'NAME_TOO_LONG',
  'DESCRIPTION_TOO_LONG',
  'INVALID_POLICY',
  'NO_CONDITIONS',
  ...CONDITION_CODES,
] as const satisfies readonly ErrorCode[];
export type TargetGroupCode = (typeof TARGET_GROUP_CODES)[number];

/** Checks a group. Of several invalid conditions only the first is reported. Source: TGE-05. */
export function checkTargetGroup(
  draft: TargetGroupDraft,
  properties: ConditionProperties,
): Checked<TargetGroupValue, TargetGroupCode> {
  const { texts, problems: problemsOfTexts } = checkTexts(TARGET_GROUP, draft);
  const policy = TARGET_GROUP_POLICIES.find((known) => known === draft.policy);
  const conditions = checkConditions(draft.conditions, properties);
  const problems: Problem<TargetGroupCode>[] = [...problemsOfTexts];
  if (policy === undefined) problems.push({ code: 'INVALID_POLICY', at: ['policy'] });
  if (!conditions.ok) problems.push(...conditions.problems);
  return checked(
    {
      ...texts,
      policy: policy ?? 'AND',
      conditions: conditions.ok ? conditions.value : [],
    },
    problems,
  );
}

function checkConditions(
  drafts: readonly ConditionDraft[],
  properties: ConditionProperties,
): Checked<TargetGroupCondition[], TargetGroupCode> {
  const at = ['conditions'];
  if (drafts.length === 0) return { ok: false, problems: [{ code: 'NO_CONDITIONS', at }] };
  if (drafts.length > TARGET_GROUP_MAX_CONDITIONS) {
    const meta = { field: 'conditions', limit: TARGET_GROUP_MAX_CONDITIONS };
    return { ok: false, problems: [{ code: 'LIMIT_EXCEEDED', at, meta }] };
  }
  const conditions: TargetGroupCondition[] = [];
  for (const [index, draft] of drafts.entries()) {
    const condition = checkCondition(draft, properties);
    if (!condition.ok) return { ok: false, problems: [inGroup(condition.problems[0], index)] };
    conditions.push({ id: draft.id, ...condition.value });
  }
  return { ok: true, value: conditions };
}

/** Adds the number of the condition, starting at 1 like the numbers of rules. */
function inGroup<Code extends string>(problem: Problem<Code>, index: number): Problem<Code> {
  return {
    ...problem,
    at: ['conditions', index, ...problem.at],
    meta: { ...problem.meta, condition: index + 1 },
  };
}
