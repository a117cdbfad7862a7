import { isSameJson } from '@comporta/contract/canonical-json';
import { REQUEST_LIMITS } from '@comporta/contract/change-requests/change-request';
import type { RequestSource } from '@comporta/contract/change-requests/source';
import { alignRules } from '@comporta/contract/compare/align-rules';
import { placedParts } from '@comporta/contract/experiments/placed-parts';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import { isId, newId } from '../../platform/base/ids.ts';
import { neededFirst } from '../../platform/base/needed-first.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { KeptProblem } from '../../tables/change-requests.ts';
import type { PlannedEdit } from '../file-steps.ts';
import type { Applying } from '../requests.ts';
import { type PromotedExperiment, readPromoted } from './promotion-repository.ts';

type Promotion = NonNullable<RequestSource['promotion']>;

/** The experiments of toggles in both environments, by the id of the toggle. */
interface Sides {
  readonly from: ReadonlyMap<string, PromotedExperiment>;
  readonly to: ReadonlyMap<string, PromotedExperiment>;
}

interface Promoted {
  readonly toggleId: string;
  readonly status: ExperimentStatus;
  readonly edit: PlannedEdit;
}

/**
 * What gives the destination the rules of these toggles in another environment. An experiment that the destination has
 * keeps its salt and the ids of rules that correspond, so that its users stay on their sides; a new one has the salt and
 * the status of the source. Nothing is deleted. Both environments share toggles, groups and properties, so that rules
 * need no names in between. Rejects with INVALID_SOURCE and INVALID_STEPS. Source: SAF-61.
 */
export async function promotedEdits(
  applying: Applying,
  promotion: Promotion,
): Promise<{ readonly edits: readonly PlannedEdit[]; readonly problems: readonly KeptProblem[] }> {
  requirePlaces(applying, promotion);
  const toggleIds = [...new Set(promotion.toggleIds)];
  const asked = await readSides(applying, promotion, toggleIds);
  const missing = toggleIds.findIndex((id) => !asked.from.has(id));
  if (missing >= 0) throw invalid('toggleIds', missing);
  const experiments = inDependencyOrder(asked.from);
  const promoted = experiments.flatMap((source) =>
    promotedEdit(source, asked.to.get(source.toggleId), promotion),
  );
  if (promoted.length > REQUEST_LIMITS.edits) {
    const { edits: limit } = REQUEST_LIMITS;
    throw new Rejection('INVALID_STEPS', { at: ['source'], field: 'edits', limit });
  }
  const needed = promoted.flatMap(({ edit }) => neededIn(rulesIn(edit)).map(({ id }) => id));
  const around = await readSides(applying, promotion, [...new Set(needed)]);
  return {
    edits: promoted.map(({ edit }) => edit),
    problems: promoted.flatMap(({ edit }, place) => problemsOf(edit, place, { around, promoted })),
  };
}

function requirePlaces({ environments }: Applying, { fromEnvId, toEnvId, toggleIds }: Promotion) {
  const isThere = (id: string) => environments.some((one) => one.id === id);
  if (!isThere(fromEnvId)) throw invalid('fromEnvId');
  if (!isThere(toEnvId) || toEnvId === fromEnvId) throw invalid('toEnvId');
  const unknown = toggleIds.findIndex((id) => !isId(id));
  if (unknown >= 0) throw invalid('toggleIds', unknown);
}

function invalid(...at: readonly (string | number)[]): Rejection {
  return new Rejection('INVALID_SOURCE', { at: ['source', 'promotion', ...at] });
}

async function readSides(
  { sql, application }: Applying,
  { fromEnvId, toEnvId }: Promotion,
  toggleIds: readonly string[],
): Promise<Sides> {
  const place = { applicationId: application.id, environmentIds: [fromEnvId, toEnvId] };
  const rows = toggleIds.length === 0 ? [] : await readPromoted(sql, place, toggleIds);
  const of = (environmentId: string) =>
    new Map(
      rows.filter((row) => row.environmentId === environmentId).map((row) => [row.toggleId, row]),
    );
  return { from: of(fromEnvId), to: of(toEnvId) };
}

/** Empty where the destination is like the source. */
function promotedEdit(
  source: PromotedExperiment,
  stored: PromotedExperiment | undefined,
  { toEnvId, copyStatus = false }: Promotion,
): readonly Promoted[] {
  const { toggleId, name } = source;
  const known = new Set(stored?.rules.map(({ id }) => id));
  const rules = alignRules(source.rules, stored?.rules ?? []).map((rule) =>
    known.has(rule.id) ? rule : { ...rule, id: newId() },
  );
  const status = stored === undefined || copyStatus ? source.status : stored.status;
  const { salt, buckets } = stored ?? source;
  const base = stored && { toggleId, status: stored.status, salt, rules: stored.rules };
  const result = { toggleId, status, salt, rules };
  if (base !== undefined && isSameJson(base, result)) return [];
  const edit: PlannedEdit = {
    type: 'experiment',
    action: stored === undefined ? 'CREATE' : 'UPDATE',
    id: stored?.id ?? newId(),
    environmentId: toEnvId,
    name,
    body: result,
    base: base ?? null,
    result,
    ...(stored === undefined && { drawn: { salt, buckets } }),
  };
  return [{ toggleId, status, edit }];
}

/**
 * A toggle that rules depend on has to return in the destination what it returns in the source: it must be active there,
 * or be promoted as well.
 */
function problemsOf(
  edit: PlannedEdit,
  place: number,
  { around, promoted }: { readonly around: Sides; readonly promoted: readonly Promoted[] },
): readonly KeptProblem[] {
  return neededIn(rulesIn(edit)).flatMap(({ id, at }) => {
    const isActiveInSource = around.from.get(id)?.status === 'ACTIVE';
    const also = promoted.find(({ toggleId }) => toggleId === id);
    const status = also?.status ?? around.to.get(id)?.status;
    if (!isActiveInSource || status === 'ACTIVE') return [];
    return [
      {
        step: 1,
        edit: place + 1,
        code: 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT',
        at,
        meta_data: { toggle_id: id, ...(status && { status }) },
      },
    ];
  });
}

function rulesIn({ result }: PlannedEdit): readonly StoredRule[] {
  return (result?.rules ?? []) as readonly StoredRule[]; // Of an experiment.
}

function neededIn(rules: readonly StoredRule[]) {
  return placedParts(rules).flatMap(({ part, at }) =>
    part.type === 'TOGGLE_DEPENDENCY'
      ? [
          {
            id: part.toggleDependencyRule.toggleId,
            at: [...at, 'toggleDependencyRule', 'toggleId'],
          },
        ]
      : [],
  );
}

/** Each after those that it depends on, because none may depend on a paused one. A cycle is refused when it is tried. */
function inDependencyOrder(
  experiments: ReadonlyMap<string, PromotedExperiment>,
): readonly PromotedExperiment[] {
  return neededFirst(experiments.values(), ({ rules }) =>
    neededIn(rules).flatMap(({ id }) => experiments.get(id) ?? []),
  );
}
