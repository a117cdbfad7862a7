import type { CompiledCondition } from './condition.ts';
import { type Context, uidOf } from './context.ts';
import { allOf, type Fact, holds } from './fact.ts';
import type { PartialHash } from './murmur3.ts';
import type { Outcome } from './outcome.ts';
import { type Audience, compileAudience, factOfAudience, type Nodes } from './rule.ts';
import type { Rule, SnapshotExperiment, SnapshotToggle } from './snapshot.ts';
import { bucketOf, hashSalt, type Range, splitRanges } from './split.ts';
import type { Reason } from './vocabulary.ts';
import type { Walk } from './walk.ts';

export interface CompiledToggle {
  readonly source: SnapshotToggle;
  readonly experiment: SnapshotExperiment | undefined;
  /** In the order they are tried; none unless the experiment is active. */
  readonly rules: readonly CompiledRule[];
  /** What each rule asks for; together in one list, since most rules are only asked and not used. */
  readonly facts: readonly Fact[];
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
  /** Version filter and audience. */
  readonly fact: Fact;
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

function decide({ facts, rules, otherwise }: CompiledToggle, walk: Walk): Outcome {
  let place = 0;
  for (const fact of facts) {
    if (holds(fact, walk)) break;
    place++;
  }
  const rule = rules[place];
  return rule === undefined ? otherwise : outcomeOfRule(rule, walk.context);
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
  return {
    source,
    experiment,
    rules,
    facts: rules.map((rule) => rule.fact),
    dependsOn: dependenciesOf(rules),
    otherwise,
    turn: 0,
    outcome: otherwise,
  };
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
  const audience = compileAudience(rule, nodes);
  const versionFilter = versionRule && nodes.condition(versionRule);
  const inAudience = factOfAudience(audience, place.toggle);
  const fact = versionFilter ? allOf([versionFilter.fact, inAudience]) : inAudience;
  const matcher = { ...audience, order: place.order, versionFilter, fact };
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
