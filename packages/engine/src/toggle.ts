import { type Context, uidOf, unitIn } from './context.ts';
import { type Evaluation, NO_EVALUATION } from './evaluation.ts';
import { type Fact, holds } from './fact.ts';
import type { IdLists } from './id-lists/id-lists.ts';
import type { PartialHash } from './murmur3.ts';
import type { Exposure, Outcome } from './outcome.ts';
import { type CompiledProperty, givenTo } from './property.ts';
import { factOfRule, type Nodes } from './rule.ts';
import { listsOf, missingAmong } from './rules/lists-of.ts';
import { partsOf, toggleNeeded } from './rules/parts-of.ts';
import type { Rule, SnapshotExperiment, SnapshotToggle, ValueSpec } from './snapshot.ts';
import { bucketOf, hashSalt, type Range, splitRanges } from './split.ts';
import type { Reason } from './vocabulary.ts';

/** A toggle that is ready to be evaluated: each outcome it may have was made already. */
export interface CompiledToggle {
  readonly source: SnapshotToggle;
  readonly experiment: SnapshotExperiment | undefined;
  /** In the order in which they are tried; empty unless the experiment is active. */
  readonly rules: readonly CompiledRule[];
  /** What each rule requires: version filter and audience. A separate list: most rules are tried but do not match. */
  readonly facts: readonly Fact[];
  /** Ids of the toggles that its rules depend on; undefined when there are none. */
  readonly dependsOn: ReadonlySet<string> | undefined;
  /** Ids of the lists that its rules use, paused ones too; undefined when there are none. */
  readonly lists: ReadonlySet<string> | undefined;
  /** A list without which its rules cannot be tried; it is not loaded. */
  readonly missingList: string | undefined;
  /** The outcome when no rule matches: the toggle's default value. */
  readonly defaultOutcome: Outcome;
  evaluationId: number;
  outcome: Outcome;
}

/** The outcome of a rule. Its requirements are in `facts`; for everything else see its source in `experiment`. */
export interface CompiledRule {
  /** The outcome of a match; for a split, only that of a request without its unit. */
  readonly outcome: Outcome;
  readonly split: CompiledSplit | undefined;
}

/** A split with its buckets in order. */
export interface CompiledSplit {
  /** Whose value is hashed; undefined for the uid. */
  readonly by: SplitProperty | undefined;
  readonly saltHash: PartialHash;
  readonly buckets: number;
  readonly ranges: readonly SplitRange[];
  /**
   * For buckets outside all ranges. Saving refuses such a split, but the evaluation must not fail on one. If the ranges
   * cover all buckets, this is the outcome of the last range.
   */
  readonly unallocatedOutcome: Outcome;
}

/** The property that a split divides by. */
export interface SplitProperty {
  readonly id: string;
  /** Undefined when the snapshot has no such property: then nobody can be divided. */
  readonly property: CompiledProperty | undefined;
}

interface SplitRange extends Range {
  readonly outcome: Outcome;
}

/** The outcome for the evaluation's context, decided at most once per evaluation. */
export function outcomeOf(toggle: CompiledToggle, evaluation: Evaluation): Outcome {
  if (toggle.evaluationId !== evaluation.id) {
    toggle.outcome = decide(toggle, evaluation);
    toggle.evaluationId = evaluation.id;
  }
  return toggle.outcome;
}

function decide({ facts, rules, defaultOutcome }: CompiledToggle, evaluation: Evaluation): Outcome {
  let place = 0;
  for (const fact of facts) {
    if (holds(fact, evaluation)) break;
    place++;
  }
  const rule = rules[place];
  return rule === undefined ? defaultOutcome : outcomeOfRule(rule, evaluation.context);
}

function outcomeOfRule({ outcome, split }: CompiledRule, context: Context): Outcome {
  if (split === undefined) return outcome;
  const unit = unitOfSplit(split, context);
  if (unit === undefined) return outcome;
  const bucket = bucketOf(split.saltHash, unit, split.buckets);
  for (const range of split.ranges) if (bucket < range.to) return range.outcome;
  return split.unallocatedOutcome;
}

/** What a split hashes; undefined when the context has no usable value. */
export function unitOfSplit({ by }: CompiledSplit, context: Context): string | undefined {
  if (by === undefined) return uidOf(context);
  return by.property && unitIn(givenTo(by.property, context));
}

/** A toggle of which something is unreadable, or that uses a list that is not loaded, returns its default value. */
export function compileToggle(
  source: SnapshotToggle,
  experiment: SnapshotExperiment | undefined,
  nodes: Nodes,
): CompiledToggle {
  const lists = experiment && listsOf(experiment.rules, nodes);
  const missingList = missingListOf({ source, experiment, lists }, nodes.lists);
  const isReadable = source.unreadable === undefined && missingList === undefined;
  const defaultOutcome = outcomeWithoutRule(source, experiment, isReadable);
  const isTried = experiment?.status === 'ACTIVE' && isReadable;
  const rules = isTried ? experiment.rules : [];
  return {
    source,
    experiment,
    rules: isTried
      ? rules.map((rule, index) =>
          compileRule(rule, { toggle: source, experiment, nodes, order: index + 1 }),
        )
      : [],
    facts: rules.map((rule) => factOfRule(rule, source, nodes)),
    dependsOn: dependenciesOf(rules),
    lists,
    missingList,
    defaultOutcome,
    evaluationId: NO_EVALUATION,
    outcome: defaultOutcome,
  };
}

/** The first list without which the rules of a toggle cannot be tried; those of a paused one are not tried. */
export function missingListOf(
  { source, experiment, lists }: Pick<CompiledToggle, 'source' | 'experiment' | 'lists'>,
  held: IdLists,
): string | undefined {
  const isTried = experiment?.status === 'ACTIVE' && source.unreadable === undefined;
  return isTried ? missingAmong(lists, held) : undefined;
}

function dependenciesOf(rules: readonly Rule[]): ReadonlySet<string> | undefined {
  const ids = rules.flatMap(partsOf).flatMap(toggleNeeded);
  return ids.length === 0 ? undefined : new Set(ids);
}

function outcomeWithoutRule(
  toggle: SnapshotToggle,
  experiment: SnapshotExperiment | undefined,
  isReadable: boolean,
): Outcome {
  return {
    toggle,
    value: toggle.defaultValue,
    reason: isReadable ? reasonWithoutRule(experiment) : 'ERROR',
    ruleOrder: undefined,
    ruleType: undefined,
    ruleId: undefined,
    experimentId: experiment?.id,
    errorCode: isReadable ? undefined : 'PARSE_ERROR',
    exposure: undefined,
    made: undefined,
    uses: 0,
  };
}

/** The last rule matches everyone. If none matches nevertheless, the user counts as not targeted. */
function reasonWithoutRule(experiment: SnapshotExperiment | undefined): Reason {
  if (experiment === undefined) return 'STATIC';
  return experiment.status === 'ACTIVE' ? 'DEFAULT' : 'DISABLED';
}

interface RulePosition {
  readonly toggle: SnapshotToggle;
  readonly experiment: SnapshotExperiment;
  readonly nodes: Nodes;
  readonly order: number;
}

function compileRule(rule: Rule, position: RulePosition): CompiledRule {
  const { valueSpec } = rule;
  if (valueSpec.type !== 'EXACT_VALUE') {
    const value = position.toggle.defaultValue;
    const errorCode = valueSpec.type === 'SPLIT' ? 'TARGETING_KEY_MISSING' : 'INVALID_CONTEXT';
    return {
      outcome: makeOutcome(rule, position, { value, reason: 'SPLIT', errorCode }),
      split: compileSplit(rule, valueSpec, position),
    };
  }
  const reason = reasonOf(rule, position);
  const outcome = makeOutcome(rule, position, { value: valueSpec.exactValue, reason });
  return { outcome, split: undefined };
}

/** The reason of an exact value. A catch-all rule below others is DEFAULT, so that counts of targeted users omit it. */
function reasonOf(rule: Rule, { experiment, order }: RulePosition): Reason {
  const isForEveryone = rule.type === 'ALL_USERS' && rule.versionRule === undefined;
  if (!isForEveryone) return 'TARGETING_MATCH';
  if (experiment.rules.length === 1) return 'STATIC';
  return order === 1 ? 'TARGETING_MATCH' : 'DEFAULT';
}

function compileSplit(
  rule: Rule,
  valueSpec: Exclude<ValueSpec, { readonly type: 'EXACT_VALUE' }>,
  position: RulePosition,
): CompiledSplit {
  const { salt, buckets } = position.experiment;
  const { values, defaultValue } = position.toggle;
  const by = splitProperty(valueSpec, position.nodes);
  const ranges = splitRanges(values, valueSpec.split, buckets).map(({ value, from, to }) => {
    const exposure = exposureOf(rule, values.indexOf(value), by);
    const outcome = makeOutcome(rule, position, { value, reason: 'SPLIT', exposure });
    return { value, from, to, outcome };
  });
  const last = ranges.at(-1);
  const unallocatedOutcome =
    last?.to === buckets
      ? last.outcome
      : makeOutcome(rule, position, { value: defaultValue, reason: 'SPLIT' });
  return { by, saltHash: hashSalt(salt), buckets, ranges, unallocatedOutcome };
}

function splitProperty(valueSpec: ValueSpec, { properties }: Nodes): SplitProperty | undefined {
  if (valueSpec.type !== 'SPLIT_BY') return undefined;
  return { id: valueSpec.by, property: properties.get(valueSpec.by) };
}

/** A newer service may write `phase` in another form; then the exposure is not measured. */
function exposureOf(
  { id, phase }: Rule,
  valueIndex: number,
  by: SplitProperty | undefined,
): Exposure | undefined {
  if (typeof phase !== 'string' || id === undefined) return undefined;
  const exposure = { phaseId: phase, ruleId: id, valueIndex };
  return by?.property === undefined ? exposure : { ...exposure, by: by.property.key };
}

function makeOutcome(
  rule: Rule,
  { toggle, experiment, order }: RulePosition,
  answer: Pick<Outcome, 'value' | 'reason'> & Partial<Pick<Outcome, 'errorCode' | 'exposure'>>,
): Outcome {
  return {
    toggle,
    value: answer.value,
    reason: answer.reason,
    ruleOrder: order,
    ruleType: rule.type,
    ruleId: rule.id,
    experimentId: experiment.id,
    errorCode: answer.errorCode,
    exposure: answer.exposure,
    made: undefined,
    uses: 0,
  };
}
