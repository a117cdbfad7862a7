import type { Condition } from '@comporta/engine/snapshot';
import { TARGET_GROUP_POLICIES, type TargetGroupPolicy } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import {
  CONDITION_CODES,
  type ConditionDraft,
  type ConditionProperties,
  checkCondition,
  conditionDraftSchema,
  conditionSchema,
} from '../conditions/condition.ts';
import { type Checked, checked, lengthOf, type Problem } from '../problem.ts';
import { documented, draftText, id, version } from '../shapes.ts';

export const TARGET_GROUP_NAME_MAX_CHARS = 50;
export const TARGET_GROUP_DESCRIPTION_MAX_CHARS = 100;
export const TARGET_GROUP_MAX_CONDITIONS = 100;

export const targetGroupSchema = documented(
  z.object({
    id,
    appId: id,
    name: z.string(),
    description: z.string(),
    policy: z.enum(TARGET_GROUP_POLICIES),
    conditions: z.array(conditionSchema),
    version,
  }),
  { id: 'TargetGroup', description: 'Users described by conditions on their properties.' },
);
export type TargetGroup = z.infer<typeof targetGroupSchema>;

export const targetGroupDraftSchema = z.object({
  name: draftText,
  description: draftText,
  policy: draftText,
  conditions: z.pipe(
    z.nullish(z.array(conditionDraftSchema)),
    z.transform((conditions) => conditions ?? []),
  ),
});
export type TargetGroupDraft = z.infer<typeof targetGroupDraftSchema>;

/** A condition keeps the id it was sent with; whether that id means anything is the server's to say. */
export type TargetGroupCondition = Condition & { readonly id: string };

export interface TargetGroupValue {
  readonly name: string;
  readonly description: string;
  readonly policy: TargetGroupPolicy;
  readonly conditions: readonly TargetGroupCondition[];
}

export const TARGET_GROUP_CODES = [
  'EMPTY_NAME',
  'NAME_TOO_LONG',
  'DESCRIPTION_TOO_LONG',
  'INVALID_POLICY',
  'NO_CONDITIONS',
  ...CONDITION_CODES,
] as const;
export type TargetGroupCode = (typeof TARGET_GROUP_CODES)[number];

/** Of several invalid conditions only the first is a problem. Source: TGE-05. */
export function checkTargetGroup(
  draft: TargetGroupDraft,
  properties: ConditionProperties,
): Checked<TargetGroupValue, TargetGroupCode> {
  const name = draft.name.trim();
  const description = draft.description.trim();
  const policy = TARGET_GROUP_POLICIES.find((known) => known === draft.policy);
  const conditions = checkConditions(draft.conditions, properties);
  const problems: Problem<TargetGroupCode>[] = [];
  if (name === '') problems.push({ code: 'EMPTY_NAME', at: ['name'] });
  if (lengthOf(name) > TARGET_GROUP_NAME_MAX_CHARS) {
    problems.push({
      code: 'NAME_TOO_LONG',
      at: ['name'],
      meta: { limit: TARGET_GROUP_NAME_MAX_CHARS },
    });
  }
  if (lengthOf(description) > TARGET_GROUP_DESCRIPTION_MAX_CHARS) {
    problems.push({
      code: 'DESCRIPTION_TOO_LONG',
      at: ['description'],
      meta: { limit: TARGET_GROUP_DESCRIPTION_MAX_CHARS },
    });
  }
  if (policy === undefined) problems.push({ code: 'INVALID_POLICY', at: ['policy'] });
  if (!conditions.ok) problems.push(...conditions.problems);
  return checked(
    {
      name,
      description,
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

/** `condition` counts from 1, as rules do. */
function inGroup<Code extends string>(problem: Problem<Code>, index: number): Problem<Code> {
  return {
    ...problem,
    at: ['conditions', index, ...problem.at],
    meta: { ...problem.meta, condition: index + 1 },
  };
}
