import {
  checkEnvironmentNames,
  MAX_ENVIRONMENTS,
} from '@comporta/contract/applications/application';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { newId } from '../platform/base/ids.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import type { EnvironmentScope } from '../platform/callers/application-scope.ts';
import type { Writer } from '../platform/http/write.ts';
import type { DocumentPart } from './document-part.ts';
import { documentWords } from './document-words.ts';
import type { EntityRules, MetricUse } from './entity-rules.ts';
import { idsByNameOf } from './ids-by-name.ts';
import { about, emptyPlan, type ImportPlan, type Planning } from './import-plan.ts';
import { metricUsers } from './metric-users.ts';
import type { Alike } from './name-folding-repository.ts';
import { planExperiments } from './plan-experiments.ts';
import { planDeletions, planPart } from './plan-parts.ts';
import { requireArchivable } from './require-archivable.ts';
import { requireDistinctNames } from './require-distinct-names.ts';
import { requireFewRegexes } from './require-few-regexes.ts';
import { requireFewTags } from './require-few-tags.ts';
import { requireUnusedValues } from './require-unused-values.ts';
import type { NamedThings } from './stored-entities.ts';
import { usesIn } from './uses.ts';

interface Import {
  readonly writer: Writer;
  readonly document: ApplicationDocument;
  readonly stored: Planning['stored'];
  readonly alike: Alike;
  readonly deleteOthers: boolean;
  /** The keys are ids of metrics; only used when others are deleted. */
  readonly usesByMetric: ReadonlyMap<string, readonly MetricUse[]>;
}

/**
 * Plans the changes that make an application match the document, whose names are normal. Rejects what a user's save would reject. Writes
 * nothing, and does not query the database.
 */
export function planImport(
  { writer, document, stored, alike, deleteOthers, usesByMetric }: Import,
  rules: EntityRules,
): ImportPlan {
  requireDistinctNames(document, alike, rules.parts);
  const plan = emptyPlan();
  const planning: Planning = {
    writer,
    rules,
    stored,
    words: documentWords(stored, stored.environments),
    ids: idsByNameOf(stored),
    alike,
    deleteOthers,
    plan,
  };
  const environments = planEnvironments(planning, document);
  const named: Writable<NamedThings> = {
    properties: [],
    idLists: [],
    targetGroups: [],
    toggles: [],
  };
  const [before, after] = [rules.parts.filter(isNamed), rules.parts.filter((one) => !isNamed(one))];
  for (const part of before) {
    const all = planPart(planning, part, { wanted: document[part.list], things: named });
    Object.assign(named, { [part.list]: all });
  }
  const { targetGroups, toggles } = named;
  const experiments = planExperiments(
    planning,
    { experiments: document.experiments, environments },
    named,
  );
  for (const part of after) {
    planPart(planning, part, { wanted: document[part.list], things: named });
  }
  const wantedGroups = new Set(document.targetGroups.map(({ name }) => alike(name)));
  const uses = usesIn(rules, {
    experiments,
    targetGroups: targetGroups.filter(({ name }) => wantedGroups.has(alike(name))),
    ofMetric: metricUsers(usesByMetric, { experiments, toggles }),
  });
  requireUnusedValues(planning, uses);
  requireArchivable(planning, toggles, uses);
  for (const part of deleteOthers ? [...before.toReversed(), ...after] : []) {
    const wanted = document[part.list];
    // A list that a document does not have says nothing about what is stored.
    if (wanted !== undefined) planDeletions(planning, part, { wanted, things: named, uses });
  }
  requireFewTags(planning, toggles);
  requireFewRegexes(planning, { targetGroups, experiments });
  return plan;
}

type Writable<Lists> = { -readonly [Name in keyof Lists]: Lists[Name] };

/** Whether experiments may name the entities of the list, so that they are planned before them and deleted after them. */
function isNamed({ list }: DocumentPart): boolean {
  return (
    list === 'properties' || list === 'idLists' || list === 'targetGroups' || list === 'toggles'
  );
}

/** Answers the environments of the document. Others stay, because deleting one would delete its key. */
function planEnvironments(
  { writer, rules, stored, plan }: Planning,
  { environments: names, environmentSettings = [] }: ApplicationDocument,
): readonly EnvironmentScope[] {
  const known = new Map(stored.environments.map((environment) => [environment.name, environment]));
  const settings = new Map(environmentSettings.map((asked) => [asked.name, asked]));
  requireNamed(names, [...settings.keys()]);
  let count = stored.environments.length;
  return names.map((name) => {
    const before = known.get(name);
    const asked = { ...before, ...settings.get(name) };
    const { production = null, countBulkAsExposure = false } = asked;
    const isSame =
      before?.production === production && before.countBulkAsExposure === countBulkAsExposure;
    if (before !== undefined && isSame) return before;
    const environment = { id: before?.id ?? newId(), name, production, countBulkAsExposure };
    const action = before === undefined ? 'CREATE' : 'UPDATE';
    const what = { action, type: 'environment', name } as const;
    plan.changes.push(what);
    plan.environments.push(environment);
    if (before !== undefined) return environment;
    count += 1;
    about(what, () => {
      valueOrReject(checkEnvironmentNames([name]));
      rules.environments.requireRoom(writer, count);
      if (count > MAX_ENVIRONMENTS) {
        throw new Rejection('LIMIT_EXCEEDED', { field: 'environments', limit: MAX_ENVIRONMENTS });
      }
    });
    return environment;
  });
}

function requireNamed(names: readonly string[], set: readonly string[]): void {
  const lost = set.find((name) => !names.includes(name));
  if (lost === undefined) return;
  throw new Rejection('UNKNOWN_ENVIRONMENT', { at: { type: 'environment', name: lost } });
}
