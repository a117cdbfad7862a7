import { isDeepStrictEqual } from 'node:util';
import type { DocumentExperiment } from '@comporta/contract/nouns/document-lists';
import type { ImportChange } from '@comporta/contract/transfer/transfer-api';
import { chainsThrough } from '@comporta/engine/chains/dependency-chains';
import { circularDependencies } from '@comporta/engine/dependency-cycles';
import type { Rule } from '@comporta/engine/snapshot';
import { Rejection } from '../platform/base/rejection.ts';
import type { EnvironmentScope } from '../platform/callers/application-scope.ts';
import { inDependencyOrder } from './dependency-order.ts';
import { experimentDraft } from './ids-by-name.ts';
import { about, type Planning } from './import-plan.ts';
import { dependenciesOf, type Naming, namingIn } from './naming.ts';
import type { NamedThings, StoredExperiment } from './stored-entities.ts';

interface Wanted {
  readonly experiments: readonly DocumentExperiment[];
  readonly environments: readonly EnvironmentScope[];
}

/**
 * Answers all experiments after the import. `environments` are those that the document names; experiments of others
 * stay as they are.
 * @param things all entities that may be named, including those that will be deleted
 */
export function planExperiments(
  planning: Planning,
  { experiments, environments }: Wanted,
  things: NamedThings,
): StoredExperiment[] {
  requireKnownEnvironments(experiments, environments);
  const naming = namingIn(things);
  const all = new Map(planning.stored.experiments.map((one) => [one.id, one]));
  const wanted = Map.groupBy(experiments, ({ environment }) => environment);
  const stored = Map.groupBy(planning.stored.experiments, ({ envId }) => envId);
  for (const environment of environments) {
    planEnvironment(planning, {
      environment,
      naming,
      all,
      wanted: inDependencyOrder(wanted.get(environment.name) ?? []),
      stored: stored.get(environment.id) ?? [],
    });
  }
  return [...all.values()];
}

function requireKnownEnvironments(
  experiments: readonly DocumentExperiment[],
  environments: readonly EnvironmentScope[],
): void {
  const known = new Set(environments.map(({ name }) => name));
  const lost = experiments.find(({ environment }) => !known.has(environment));
  if (lost === undefined) return;
  const at = { type: 'experiment', name: lost.toggle, environment: lost.environment };
  throw new Rejection('UNKNOWN_ENVIRONMENT', { at });
}

interface InEnvironment {
  readonly environment: EnvironmentScope;
  readonly naming: Naming;
  /** All experiments after the import, by id. */
  readonly all: Map<string, StoredExperiment>;
  readonly wanted: readonly DocumentExperiment[];
  readonly stored: readonly StoredExperiment[];
}

function planEnvironment(planning: Planning, inside: InEnvironment): void {
  const { toggles: ids } = planning.ids;
  const kept = planRemovals(planning, inside);
  const paused = new Set(
    [...kept.values()].filter(({ status }) => status === 'PAUSED').map(({ toggleId }) => toggleId),
  );
  const before = new Map(inside.stored.map((experiment) => [experiment.id, experiment]));
  const saves: PlannedSave[] = [];
  for (const document of inside.wanted) {
    const now = kept.get(ids.get(document.toggle) ?? '');
    const saved = { document, now, before: now && before.get(now.id) };
    saves.push(...planSave(planning, inside, saved));
  }
  const dependencies = dependenciesOf(inside.environment, inside.all.values());
  const circular = circularDependencies(dependencies);
  const chainThrough = chainsThrough(dependencies, circular);
  for (const { what, after, rulesBefore } of saves) {
    const around = { circular, chainThrough, paused };
    about(what, () => planning.rules.experiments.refuseUnsound(after, rulesBefore, around));
  }
  planPauses(planning, inside, saves);
}

/** Answers the experiments that stay, by the id of their toggle. Those to be activated are active before others may depend on them. */
function planRemovals(
  { writer, rules: { experiments: rules }, ids, plan, deleteOthers }: Planning,
  { environment, naming: { names }, all, wanted, stored }: InEnvironment,
): ReadonlyMap<string, StoredExperiment> {
  const wantedByToggle = new Map(wanted.map((one) => [ids.toggles.get(one.toggle), one]));
  const kept = new Map<string, StoredExperiment>();
  for (const before of stored) {
    const next = wantedByToggle.get(before.toggleId);
    // Another salt or bucket count changes the values of users, which makes it another experiment.
    const isReplaced = next && (next.salt !== before.salt || next.buckets !== before.buckets);
    if (isReplaced || (next === undefined && deleteOthers)) {
      plan.changes.push(changeOf('DELETE', environment, before.toggleName));
      plan.records.push(() => rules.deleted(before, { environment, names }));
      plan.removed.experiments.push(before.id);
      all.delete(before.id);
      continue;
    }
    const now = next?.status === 'ACTIVE' ? rules.withStatus(writer, before, 'ACTIVE') : before;
    if (now !== before) plan.records.push(() => rules.statusChanged(before, now, environment));
    kept.set(before.toggleId, now);
  }
  return kept;
}

interface PlannedSave {
  readonly what: ImportChange;
  /** The status in the document. */
  readonly status: DocumentExperiment['status'];
  readonly after: StoredExperiment;
  readonly rulesBefore: readonly Rule[];
}

/** @returns an empty list when the document equals what is stored */
function planSave(
  planning: Planning,
  inside: InEnvironment,
  {
    document,
    now,
    before,
  }: {
    readonly document: DocumentExperiment;
    /** The experiment after the planned changes so far; undefined when it is new. */
    readonly now: StoredExperiment | undefined;
    /** The experiment before the import; undefined when it is new. */
    readonly before: StoredExperiment | undefined;
  },
): PlannedSave[] {
  const {
    writer,
    rules: { experiments: rules },
    words,
    ids,
    plan,
  } = planning;
  const { environment, naming, all } = inside;
  const { names } = naming;
  if (before !== undefined && isDeepStrictEqual(words.experiment(before), document)) return [];
  const what = changeOf(now === undefined ? 'CREATE' : 'UPDATE', environment, document.toggle);
  const draft = experimentDraft(document, ids);
  const references = naming.referencesOf(
    rules.namedIds(draft.toggleId, [...(now?.rules ?? []), ...draft.rules]),
  );
  const where = { ...writer, environment, references };
  const after = about(what, () =>
    now === undefined
      ? rules.create(where, draft, { references, drawn: document })
      : rules.edit(where, now, draft),
  );
  if (now === undefined) plan.records.push(() => rules.created(after, { environment, names }));
  else if (after !== now) {
    plan.records.push(() => rules.edited(now, after, { environment, names }));
  }
  if (after === before && document.status === before.status) return [];
  plan.changes.push(what);
  all.set(after.id, after);
  return [{ what, status: document.status, after, rulesBefore: now?.rules ?? [] }];
}

/** Pauses come last, because a document may have rules that depend on an experiment that was paused later. */
function planPauses(
  { writer, rules: { experiments: rules }, plan }: Planning,
  { environment, all }: InEnvironment,
  saves: readonly PlannedSave[],
): void {
  for (const { status, after } of saves) {
    const last = status === 'PAUSED' ? rules.withStatus(writer, after, 'PAUSED') : after;
    if (last !== after) plan.records.push(() => rules.statusChanged(after, last, environment));
    plan.written.experiments.push(last);
    all.set(last.id, last);
  }
}

function changeOf(
  action: ImportChange['action'],
  environment: EnvironmentScope,
  toggle: string,
): ImportChange {
  return { action, type: 'experiment', name: toggle, environment: environment.name };
}
