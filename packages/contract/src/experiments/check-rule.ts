import type { Condition, RulePart } from '@comporta/engine/snapshot';
import {
  RULE_PART_TYPES,
  TARGET_GROUP_POLICIES,
  TARGET_GROUP_RULE_POLICIES,
} from '@comporta/engine/vocabulary';
import { problemsOfText } from '../check-texts.ts';
import {
  CONDITION_CODES,
  type ConditionProperties,
  checkCondition,
} from '../conditions/condition.ts';
import type { ErrorCode } from '../errors.ts';
import { type Checked, checked, everyChecked, located, type Problem } from '../problem.ts';
import { normalizeText } from '../visible-text.ts';
import { partKey } from './audience-key.ts';
import { type Audience, type CheckedRule, RULE_MAX_CONDITIONS, RULE_NAME } from './rule.ts';
import type { RuleDraft, RulePartDraft } from './rule-draft.ts';
import { checkValueSpec, VALUE_SPEC_CODES } from './value-spec.ts';

/** The parts of an application that its rules may refer to, by id. */
export interface RuleScope {
  readonly properties: ConditionProperties;
  readonly targetGroupIds: ReadonlySet<string>;
  readonly toggleValues: ReadonlyMap<string, readonly string[]>;
}

const VERSION_CODES = [
  'VERSION_NO_PROPERTY',
  'VERSION_NO_EXPRESSION',
  'VERSION_INVALID_EXPRESSION',
  'VERSION_EMPTY_TERM',
  'VERSION_INVALID_SEMVER',
  'VERSION_INVALID_SEMVER_IN',
  'VERSION_INVALID_VERSION',
] as const;

export const RULE_CODES = [
  'INVALID_RULE_TYPE',
  'NO_CONDITIONS',
  'INCOMPLETE_PROPERTY_RULE',
  ...CONDITION_CODES,
  'INVALID_POLICY',
  'NO_TARGET_GROUP_SPECIFIED',
  'NO_TOGGLE_DEPENDENCY_SELECTED',
  'NO_TOGGLE_DEPENDENCY_VALUE_SELECTED',
  ...VERSION_CODES,
  ...VALUE_SPEC_CODES,
  'NAME_TOO_LONG',
  'INVALID_CHARACTERS',
] as const satisfies readonly ErrorCode[];
export type RuleCode = (typeof RULE_CODES)[number];

/** Checks one rule. `values` are those of the experiment's toggle. The id is not checked. Source: RUL-03 to RUL-15. */
export function checkRule(
  draft: RuleDraft,
  values: readonly string[],
  scope: RuleScope,
): Checked<CheckedRule, RuleCode> {
  const parts = everyChecked<
    [Audience, Condition | undefined, CheckedRule['valueSpec'], string | undefined],
    RuleCode
  >([
    checkAudience(draft, scope),
    checkVersionRule(draft, scope),
    checkValueSpec(draft.valueSpec ?? undefined, { values, properties: scope.properties }),
    checkName(draft),
  ]);
  if (!parts.ok) return parts;
  const [audience, versionRule, valueSpec, name] = parts.value;
  return {
    ok: true,
    value: {
      ...audience,
      valueSpec,
      ...(draft.id && { id: draft.id }),
      ...(name !== undefined && { name }),
      ...(versionRule && { versionRule }),
    },
  };
}

function checkName({ name }: RuleDraft): Checked<string | undefined, RuleCode> {
  if (name === undefined) return { ok: true, value: undefined };
  const text = normalizeText(name ?? '');
  return checked(text, problemsOfText(['name'], text, RULE_NAME));
}

function checkAudience(draft: RuleDraft, scope: RuleScope): Checked<Audience, RuleCode> {
  switch (draft.type) {
    case 'ALL_USERS':
      return { ok: true, value: { type: draft.type } };
    case 'COMBINED':
      return located(['combinedRule'], checkCombinedRule(draft, scope));
    default:
      return checkPart(draft, scope);
  }
}

function checkPart(draft: RulePartDraft, scope: RuleScope): Checked<RulePart, RuleCode> {
  const type = RULE_PART_TYPES.find((known) => known === draft.type);
  switch (type) {
    case undefined:
      return refuse('INVALID_RULE_TYPE', 'type');
    case 'PROPERTY':
      return checkPropertyRule(draft, scope);
    case 'TARGET_GROUP':
      return checkTargetGroupRule(draft, scope);
    case 'TOGGLE_DEPENDENCY':
      return checkToggleDependencyRule(draft, scope);
  }
}

/** Equal conditions become one; a single one becomes a rule of its own type. Source: RUL-21, RUL-22. */
function checkCombinedRule(
  { combinedRule: draft }: RuleDraft,
  scope: RuleScope,
): Checked<Audience, RuleCode> {
  const drafts = draft?.conditions ?? [];
  if (drafts.length === 0) return refuse('NO_CONDITIONS', 'conditions');
  if (drafts.length > RULE_MAX_CONDITIONS) {
    const meta = { field: 'conditions', limit: RULE_MAX_CONDITIONS };
    return { ok: false, problems: [{ code: 'LIMIT_EXCEEDED', at: ['conditions'], meta }] };
  }
  const policy = TARGET_GROUP_POLICIES.find((known) => known === draft?.policy);
  const conditions = everyChecked<RulePart[], RuleCode>(
    drafts.map((one, index) => asCondition(index, checkPart(one, scope))),
  );
  if (policy === undefined) {
    const problem = { code: 'INVALID_POLICY', at: ['policy'] } as const;
    return { ok: false, problems: [problem, ...(conditions.ok ? [] : conditions.problems)] };
  }
  if (!conditions.ok) return conditions;
  const parts = [...Map.groupBy(conditions.value, partKey).values()].flatMap(
    ([part]) => part ?? [],
  );
  const [first, ...others] = parts;
  if (first !== undefined && others.length === 0) return { ok: true, value: first };
  return { ok: true, value: { type: 'COMBINED', combinedRule: { policy, conditions: parts } } };
}

/** Says in each problem which condition has it, counted from 1. */
function asCondition(
  index: number,
  result: Checked<RulePart, RuleCode>,
): Checked<RulePart, RuleCode> {
  if (result.ok) return result;
  const [first, ...others] = result.problems;
  const numbered = (problem: Problem<RuleCode>) => ({
    ...problem,
    meta: { ...problem.meta, condition: index + 1 },
  });
  return located(['conditions', index], {
    ok: false,
    problems: [numbered(first), ...others.map(numbered)],
  });
}

function checkPropertyRule(
  { propertyRule: draft }: RulePartDraft,
  { properties }: RuleScope,
): Checked<RulePart, RuleCode> {
  if (!draft) return refuse('INCOMPLETE_PROPERTY_RULE', 'propertyRule');
  const condition = located(['propertyRule'], checkCondition(draft, properties));
  if (!condition.ok) return condition;
  return { ok: true, value: { type: 'PROPERTY', propertyRule: condition.value } };
}

function checkTargetGroupRule(
  { targetGroupRule: draft }: RulePartDraft,
  scope: RuleScope,
): Checked<RulePart, RuleCode> {
  const policy = TARGET_GROUP_RULE_POLICIES.find((known) => known === draft?.policy);
  const targetGroupsIds = [...new Set(draft?.targetGroupsIds)];
  if (
    targetGroupsIds.length === 0 ||
    !targetGroupsIds.every((id) => scope.targetGroupIds.has(id))
  ) {
    return refuse('NO_TARGET_GROUP_SPECIFIED', 'targetGroupRule', 'targetGroupsIds');
  }
  if (policy === undefined) return refuse('INVALID_POLICY', 'targetGroupRule', 'policy');
  return {
    ok: true,
    value: { type: 'TARGET_GROUP', targetGroupRule: { policy, targetGroupsIds } },
  };
}

/** A dependency on the experiment's own toggle passes: the check for dependency cycles refuses it. */
function checkToggleDependencyRule(
  { toggleDependencyRule: draft }: RulePartDraft,
  { toggleValues }: RuleScope,
): Checked<RulePart, RuleCode> {
  const toggleId = draft?.toggleId ?? '';
  const values = toggleValues.get(toggleId);
  if (values === undefined) {
    return refuse('NO_TOGGLE_DEPENDENCY_SELECTED', 'toggleDependencyRule', 'toggleId');
  }
  const value = draft?.value.trim() ?? '';
  if (!values.includes(value)) {
    return refuse('NO_TOGGLE_DEPENDENCY_VALUE_SELECTED', 'toggleDependencyRule', 'value');
  }
  return {
    ok: true,
    value: { type: 'TOGGLE_DEPENDENCY', toggleDependencyRule: { toggleId, value } },
  };
}

/** The same check as for any condition, but with its own codes, and only for properties of type SEMANTIC_VERSION. */
function checkVersionRule(
  { versionRule: draft }: RuleDraft,
  { properties }: RuleScope,
): Checked<Condition | undefined, RuleCode> {
  if (!draft) return { ok: true, value: undefined };
  const isVersion = properties.get(draft.propertyId)?.type === 'SEMANTIC_VERSION';
  const condition = checkCondition(isVersion ? draft : { ...draft, propertyId: '' }, properties);
  if (condition.ok) return condition;
  const [problem] = condition.problems;
  const versionCode =
    VERSION_CODES.find((known) => known === `VERSION_${problem.code}`) ?? problem.code;
  return located(['versionRule'], { ok: false, problems: [{ ...problem, code: versionCode }] });
}

function refuse(code: RuleCode, ...at: readonly string[]): Checked<never, RuleCode> {
  return { ok: false, problems: [{ code, at }] };
}
