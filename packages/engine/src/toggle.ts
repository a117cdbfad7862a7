import { type CompiledCondition, conditionHolds } from './condition.ts';
import { type Context, uidOf } from './context.ts';
import type { PartialHash } from './murmur3.ts';
import type { Outcome } from './outcome.ts';
import { type Audience, compileAudience, isInAudience, type Nodes } from './rule.ts';
import type { Rule, SnapshotExperiment, SnapshotToggle } from './snapshot.ts';
import { bucketOf, hashSalt, type Range, splitRanges } from './split.ts';
import type { Reason } from './vocabulary.ts';
import type { Walk } from './walk.ts';

export interface CompiledToggle {
  readonly source: SnapshotToggle;
  readonly experiment: SnapshotExperiment | undefined;
  /** In the order they are tried; none unless the experiment is active. */
  readonly rules: readonly CompiledRule[];
  /** The ids of the toggles that its rules ask; undefined when they ask none. */
  readonly dependsOn: ReadonlySet<string> | undefined;
  /** When no rule decides: the toggle's default value. */
  readonly otherwise: Outcome;
  turn: number;
  outcome: Outcome;
}

export type CompiledRule = Audience & {
  /** 1-based. */
  readonly order: number;
  readonly versionFilter: CompiledCondition | undefined;
  /** What a match gives; where there is a split, only to a request without uid. */
  readonly outcome: Outcome;
  readonly split: CompiledSplit | undefined;
};

export interface CompiledSplit {
  readonly salt: string;
  readonly saltHash: PartialHash;
  readonly buckets: number;
  readonly ranges: readonly SplitRange[];
  /** For buckets outside all ranges: saving refuses such a split, evaluation survives it. */
  readonly outside: Outcome;
}

interface SplitRange extends Range {
  readonly outcome: Outcome;
}

/** The outcome for the walk's context, decided at most once per walk. */
export function outcomeOf(toggle: CompiledToggle, walk: Walk): Outcome {
  if (toggle.turn !== walk.turn) {
    toggle.outcome = decide(toggle, walk);
    toggle.turn = walk.turn;
  }
  return toggle.outcome;
}

function decide({ source, rules, otherwise }: CompiledToggle, walk: Walk): Outcome {
  for (const rule of rules) {
    if (rule.versionFilter !== undefined && !conditionHolds(rule.versionFilter, walk)) continue;
    if (isInAudience(rule, source, walk)) return outcomeOfRule(rule, walk.context);
  }
  return otherwise;
}

function outcomeOfRule({ outcome, split }: CompiledRule, context: Context): Outcome {
  if (split === undefined) return outcome;
  const uid = uidOf(context);
  if (uid === undefined) return outcome;
  const bucket = bucketOf(split.saltHash, uid, split.buckets);
  for (const range of split.ranges) if (bucket < range.to) return range.outcome;
  return split.outside;
}

export function compileToggle(
  source: SnapshotToggle,
  experiment: SnapshotExperiment | undefined,
  nodes: Nodes,
): CompiledToggle {
  const otherwise = outcomeWithoutRule(source, experiment);
  const rules =
    experiment?.status === 'ACTIVE'
      ? experiment.rules.map((rule, index) =>
          compileRule(rule, { toggle: source, experiment, order: index + 1 }, nodes),
        )
      : [];
  const dependsOn = dependenciesOf(rules);
  return { source, experiment, rules, dependsOn, otherwise, turn: 0, outcome: otherwise };
}

function dependenciesOf(rules: readonly CompiledRule[]): ReadonlySet<string> | undefined {
  const ids = rules.flatMap((rule) =>
    rule.type === 'TOGGLE_DEPENDENCY' ? [rule.dependency.toggleId] : [],
  );
  return ids.length === 0 ? undefined : new Set(ids);
}

function outcomeWithoutRule(
  toggle: SnapshotToggle,
  experiment: SnapshotExperiment | undefined,
): Outcome {
  return {
    toggle,
    value: toggle.defaultValue,
    reason: reasonWithoutRule(experiment),
    ruleOrder: undefined,
    ruleType: undefined,
    experimentId: experiment?.id,
    errorCode: undefined,
  };
}

/** The last rule matches everyone. Should none match, the answer still came of the context. */
function reasonWithoutRule(experiment: SnapshotExperiment | undefined): Reason {
  if (experiment === undefined) return 'STATIC';
  return experiment.status === 'ACTIVE' ? 'TARGETING_MATCH' : 'DISABLED';
}

interface Place {
  readonly toggle: SnapshotToggle;
  readonly experiment: SnapshotExperiment;
  readonly order: number;
}

function compileRule(rule: Rule, place: Place, nodes: Nodes): CompiledRule {
  const { valueSpec, versionRule } = rule;
  const matcher = {
    ...compileAudience(rule, nodes),
    order: place.order,
    versionFilter: versionRule && nodes.condition(versionRule),
  };
  if (valueSpec.type === 'SPLIT') {
    const value = place.toggle.defaultValue;
    const errorCode = 'TARGETING_KEY_MISSING';
    return {
      ...matcher,
      outcome: makeOutcome(rule, place, { value, reason: 'SPLIT', errorCode }),
      split: compileSplit(rule, valueSpec.split, place),
    };
  }
  const reason = isStatic(rule, place.experiment) ? 'STATIC' : 'TARGETING_MATCH';
  const outcome = makeOutcome(rule, place, { value: valueSpec.exactValue, reason });
  return { ...matcher, outcome, split: undefined };
}

function isStatic(rule: Rule, { rules }: SnapshotExperiment): boolean {
  return rules.length === 1 && rule.type === 'ALL_USERS' && rule.versionRule === undefined;
}

function compileSplit(
  rule: Rule,
  percentages: Readonly<Record<string, number>>,
  place: Place,
): CompiledSplit {
  const { salt, buckets } = place.experiment;
  const ranges = splitRanges(place.toggle.values, percentages, buckets).map((range) => ({
    ...range,
    outcome: makeOutcome(rule, place, { value: range.value, reason: 'SPLIT' }),
  }));
  const { defaultValue } = place.toggle;
  const outside = makeOutcome(rule, place, { value: defaultValue, reason: 'SPLIT' });
  return { salt, saltHash: hashSalt(salt), buckets, ranges, outside };
}

function makeOutcome(
  rule: Rule,
  { toggle, experiment, order }: Place,
  answer: Pick<Outcome, 'value' | 'reason'> & Partial<Pick<Outcome, 'errorCode'>>,
): Outcome {
  return {
    toggle,
    value: answer.value,
    reason: answer.reason,
    ruleOrder: order,
    ruleType: rule.type,
    experimentId: experiment.id,
    errorCode: answer.errorCode,
  };
}
