import { type Context, uidOf } from './context.ts';
import type { Outcome } from './outcome.ts';
import { compileRuleMatcher, type Nodes, type RuleMatcher } from './rule.ts';
import type { Rule, SnapshotExperiment, SnapshotToggle } from './snapshot.ts';
import { bucketOf, type Range, splitRanges } from './split.ts';
import type { Reason } from './vocabulary.ts';
import type { Walk } from './walk.ts';

export interface CompiledToggle {
  readonly source: SnapshotToggle;
  readonly experiment: SnapshotExperiment | undefined;
  /** In the order they are tried; none unless the experiment is active. */
  readonly rules: readonly CompiledRule[];
  /** When no rule decides: the toggle's default value. */
  readonly otherwise: Outcome;
  turn: number;
  outcome: Outcome;
}

export interface CompiledRule extends RuleMatcher {
  /** 1-based. */
  readonly order: number;
  readonly split: CompiledSplit | undefined;
  readonly outcomeFor: (context: Context) => Outcome;
}

export interface CompiledSplit {
  readonly salt: string;
  readonly buckets: number;
  readonly ranges: readonly SplitRange[];
  readonly withoutUid: Outcome;
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

function decide({ rules, otherwise }: CompiledToggle, walk: Walk): Outcome {
  for (const rule of rules) if (rule.matches(walk)) return rule.outcomeFor(walk.context);
  return otherwise;
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
  return { source, experiment, rules, otherwise, turn: 0, outcome: otherwise };
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
  const matcher = compileRuleMatcher(rule, place.toggle.id, nodes);
  const { order } = place;
  if (rule.valueSpec.type === 'EXACT_VALUE') {
    const reason = isStatic(rule, place.experiment) ? 'STATIC' : 'TARGETING_MATCH';
    const outcome = outcomeOfRule(rule, place, { value: rule.valueSpec.exactValue, reason });
    return { ...matcher, order, split: undefined, outcomeFor: () => outcome };
  }
  const split = compileSplit(rule, rule.valueSpec.split, place);
  return { ...matcher, order, split, outcomeFor: (context) => outcomeOfSplit(split, context) };
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
  const byDefault = { value: place.toggle.defaultValue, reason: 'SPLIT' } as const;
  return {
    salt,
    buckets,
    ranges: splitRanges(place.toggle.values, percentages, buckets).map((range) => ({
      ...range,
      outcome: outcomeOfRule(rule, place, { value: range.value, reason: 'SPLIT' }),
    })),
    withoutUid: outcomeOfRule(rule, place, { ...byDefault, errorCode: 'TARGETING_KEY_MISSING' }),
    outside: outcomeOfRule(rule, place, byDefault),
  };
}

function outcomeOfSplit(split: CompiledSplit, context: Context): Outcome {
  const uid = uidOf(context);
  if (uid === undefined) return split.withoutUid;
  const bucket = bucketOf(split.salt, uid, split.buckets);
  for (const range of split.ranges) if (bucket < range.to) return range.outcome;
  return split.outside;
}

function outcomeOfRule(
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
