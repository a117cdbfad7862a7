import {
  conditionsOfRules,
  exceedsRegexLimit,
  isRegex,
} from '@comporta/contract/conditions/regex-limit';
import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import { checkExperiment, type ExperimentDraft } from '@comporta/contract/experiments/experiment';
import { located } from '@comporta/contract/problem';
import { type CompiledSnapshot, compile } from '@comporta/engine/compile';
import type { Context } from '@comporta/engine/context';
import { explain } from '@comporta/engine/explain';
import type { IdLists } from '@comporta/engine/id-lists/id-lists';
import { partsOf, toggleNeeded } from '@comporta/engine/rules/parts-of';
import type { Rule, Snapshot, SnapshotToggle } from '@comporta/engine/snapshot';
import { tooManyRegexes } from '../conditions/enforce-regex-limit.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.ts';

/** Explains one toggle, or all of them, with the saved rules. Rejects with NO_TOGGLE when there is no such toggle. */
export function explainSaved(
  { source, compiled }: LoadedSnapshot,
  { toggleId, names }: ExplanationScope,
  context: Context,
): ToggleExplanation[] {
  const asked = source.toggles.filter(({ id }) => toggleId === undefined || id === toggleId);
  if (toggleId !== undefined && asked.length === 0) {
    throw new Rejection('NO_TOGGLE', { at: ['toggleId'] });
  }
  const rulesOf = new Map(source.experiments.map(({ toggleId, rules }) => [toggleId, rules]));
  return explainEach(asked, compiled, context).map((explanation) =>
    withNames(
      explanation,
      rulesOf.get(explanation.toggleId)?.map(({ id = '' }) => names.get(id)),
    ),
  );
}

interface ExplanationScope {
  /** Undefined asks for all toggles. */
  readonly toggleId: string | undefined;
  /** The names of rules, by the rules' ids. */
  readonly names: ReadonlyMap<string, string>;
}

interface DraftWithLists {
  readonly draft: ExperimentDraft;
  /** Those of the application that the draft, or a target group, names. */
  readonly idLists: readonly { readonly id: string; readonly name: string }[];
  readonly lists: IdLists;
}

/** Explains the draft's toggle as if the draft, checked as a save checks it, were saved and active. */
export function explainDraft(
  { source }: LoadedSnapshot,
  { draft, idLists, lists }: DraftWithLists,
  context: Context,
): ToggleExplanation[] {
  const { toggleId, rules } = valueOrReject(
    located(['draft'], checkExperiment(draft, { ...source, idLists })),
  );
  const asked = source.toggles.filter(({ id }) => id === toggleId);
  requireFewRegexes(source, toggleId, rules);
  const names = rules.map(({ name }) => name);
  return explainEach(
    asked,
    compile(withDraft(source, toggleId, rules), undefined, lists),
    context,
  ).map((explanation) => withNames(explanation, names));
}

/** The same limit as for a save, but for this environment alone, because no other is evaluated. */
function requireFewRegexes(source: Snapshot, toggleId: string, rules: readonly Rule[]): void {
  const added = conditionsOfRules(rules).find(({ condition }) => isRegex(condition));
  if (added === undefined) return;
  const others = source.experiments.filter((experiment) => experiment.toggleId !== toggleId);
  const ofRules = [...others, { rules }].flatMap((one) => conditionsOfRules(one.rules));
  const ofGroups = source.targetGroups.flatMap(({ conditions }) => conditions);
  if (exceedsRegexLimit([...ofGroups, ...ofRules.map(({ condition }) => condition)])) {
    throw tooManyRegexes({ at: ['draft', ...added.at] });
  }
}

function explainEach(
  toggles: readonly SnapshotToggle[],
  compiled: CompiledSnapshot,
  context: Context,
): ToggleExplanation[] {
  return toggles.flatMap(({ id, name }) => {
    const explanation = explain(compiled, name, context);
    return explanation === undefined ? [] : [{ toggleId: id, ...explanation }];
  });
}

/** `names` are the names of the rules, in the order of the rules. */
function withNames(
  explanation: ToggleExplanation,
  names: readonly (string | undefined)[] = [],
): ToggleExplanation {
  const rules = explanation.rules.map((rule) => {
    const name = names[rule.order - 1];
    return name ? { ...rule, name } : rule;
  });
  return { ...explanation, rules };
}

/** Leaves out toggles that cannot matter, so that a large environment is not compiled for each attempt. */
function withDraft(source: Snapshot, toggleId: string, rules: readonly Rule[]): Snapshot {
  const experiments = new Map(source.experiments.map((saved) => [saved.toggleId, saved]));
  const saved = experiments.get(toggleId);
  experiments.set(toggleId, {
    id: saved?.id ?? 'draft',
    toggleId,
    status: 'ACTIVE',
    // The salt is made when the experiment is created; until then, any other shows how a split behaves.
    salt: saved?.salt ?? toggleId,
    buckets: saved?.buckets ?? 10_000,
    rules,
  });
  const needed = new Set([toggleId]);
  // Iterating over a set includes items that are added meanwhile.
  for (const id of needed) {
    const parts = (experiments.get(id)?.rules ?? []).flatMap(partsOf);
    for (const needing of parts.flatMap(toggleNeeded)) needed.add(needing);
  }
  return {
    ...source,
    toggles: source.toggles.filter(({ id }) => needed.has(id)),
    experiments: [...experiments.values()],
  };
}
