import type { SnapshotProperty } from '@comporta/engine/snapshot';
import { EXPERIMENT_STATUSES } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import { conditionProperties, type NamedList } from '../conditions/condition.ts';
import type { ErrorCode } from '../errors.ts';
import { fieldsOf, localField, type ValueOf } from '../fields.ts';
import { lastChangedSchema } from '../last-changed.ts';
import { type Checked, everyChecked, located, type Problem } from '../problem.ts';
import { documented, draftList, draftText, id, version } from '../shapes.ts';
import type { Toggle } from '../toggles/toggle.ts';
import { checkRule, RULE_CODES, type RuleScope } from './check-rule.ts';
import { type CheckedRule, ruleSchema } from './rule.ts';
import { type RuleDraft, ruleDraftSchema } from './rule-draft.ts';

export const EXPERIMENT_MAX_RULES = 100;

/** Both fields are local: documents name the toggle and the parts of rules instead of using ids. */
export const EXPERIMENT = fieldsOf({
  toggleId: localField({ stored: id, draft: draftText }),
  rules: localField({ stored: z.array(ruleSchema), draft: draftList(ruleDraftSchema) }),
});

const { toggleId, ...otherFields } = EXPERIMENT.stored;

export const experimentSchema = documented(
  z.object({
    id,
    appId: id,
    envId: id,
    toggleId,
    toggleName: z.string(),
    status: z.enum(EXPERIMENT_STATUSES),
    ...otherFields,
    salt: z.string(),
    buckets: z.int().check(z.minimum(1)),
    version,
    lastChanged: lastChangedSchema,
  }),
  {
    id: 'Experiment',
    description: 'Rules that decide the value of one toggle in one environment.',
  },
);
export type Experiment = z.infer<typeof experimentSchema>;

/** The part of an experiment that each saved version keeps. */
export const savedExperimentSchema = documented(
  z.object({ toggleId, status: z.enum(EXPERIMENT_STATUSES), ...otherFields }),
  { id: 'SavedExperiment' },
);

export const experimentDraftSchema = z.object(EXPERIMENT.draft);
export type ExperimentDraft = z.infer<typeof experimentDraftSchema>;

/** A draft of a stored experiment, with what becomes of its measurement and its users. */
export const experimentEditSchema = z.extend(experimentDraftSchema, {
  newPhase: documented(z.nullish(z.boolean()), {
    description: 'Whether the analyses of its rules start a new phase, without users.',
  }),
  rerandomise: documented(z.nullish(z.boolean()), {
    description: 'Whether the experiment gets a new salt, which assigns every user anew.',
  }),
});
export type ExperimentEdit = z.infer<typeof experimentEditSchema>;

/** A checked draft. */
export interface ExperimentValue extends Omit<ValueOf<typeof EXPERIMENT>, 'rules'> {
  readonly rules: readonly CheckedRule[];
}

/** The parts of its application that an experiment may refer to. */
export interface ExperimentReferences {
  readonly toggles: readonly Pick<Toggle, 'id' | 'values'>[];
  readonly properties: readonly SnapshotProperty[];
  readonly targetGroups: readonly { readonly id: string }[];
  readonly idLists?: readonly NamedList[] | undefined;
}

export const EXPERIMENT_CODES = [
  'NO_TOGGLE',
  'NO_RULES',
  'NO_CATCH_ALL',
  ...RULE_CODES,
] as const satisfies readonly ErrorCode[];
export type ExperimentCode = (typeof EXPERIMENT_CODES)[number];

/**
 * Checks every rule. Rules are sorted by their `order` first, and the index in a problem's `['rules', index, …]` refers
 * to the sorted list. Checks that need other experiments are done elsewhere. Source: RUL-01, RUL-02.
 */
export function checkExperiment(
  draft: ExperimentDraft,
  references: ExperimentReferences,
): Checked<ExperimentValue, ExperimentCode> {
  const scope = scopeOf(references);
  const { toggleId } = draft;
  const values = scope.toggleValues.get(toggleId);
  // Without a toggle there are no values that a rule could return, so other problems would be meaningless.
  if (values === undefined) return refuse('NO_TOGGLE', ['toggleId']);
  const rules = rulesByOrder(draft.rules);
  if (rules.length === 0) return refuse('NO_RULES', ['rules']);
  if (rules.length > EXPERIMENT_MAX_RULES) {
    return refuse('LIMIT_EXCEEDED', ['rules'], { field: 'rules', limit: EXPERIMENT_MAX_RULES });
  }
  const checkedRules = everyChecked<CheckedRule[], ExperimentCode>(
    rules.map((rule, index) => {
      const result = checkRule(rule, values, scope);
      return located(
        ['rules', index],
        index < rules.length - 1 ? result : asCatchAll(rule, result),
      );
    }),
  );
  return checkedRules.ok
    ? { ok: true, value: { toggleId, rules: checkedRules.value } }
    : checkedRules;
}

/** The last rule must match everyone. */
function asCatchAll(
  draft: RuleDraft,
  result: Checked<CheckedRule, ExperimentCode>,
): Checked<CheckedRule, ExperimentCode> {
  if (draft.type === 'ALL_USERS' && !draft.versionRule) return result;
  const at = [draft.type === 'ALL_USERS' ? 'versionRule' : 'type'];
  const problem = { code: 'NO_CATCH_ALL', at } as const;
  const [first, ...others] = result.ok ? [problem] : [...result.problems, problem];
  return { ok: false, problems: [first, ...others] };
}

function scopeOf({ toggles, properties, targetGroups, idLists }: ExperimentReferences): RuleScope {
  return {
    properties: conditionProperties(properties, idLists),
    targetGroupIds: new Set(targetGroups.map((group) => group.id)),
    toggleValues: new Map(toggles.map((toggle) => [toggle.id, toggle.values])),
  };
}

/** A rule without an order keeps its place in the list. */
function rulesByOrder(rules: readonly RuleDraft[]): RuleDraft[] {
  return rules
    .map((rule, index) => ({ rule, order: rule.order ?? index + 1 }))
    .sort((one, other) => one.order - other.order)
    .map(({ rule }) => rule);
}

function refuse(
  code: ExperimentCode,
  at: Problem['at'],
  meta?: Problem['meta'],
): Checked<never, ExperimentCode> {
  return { ok: false, problems: [{ code, at, ...(meta && { meta }) }] };
}
