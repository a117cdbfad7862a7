import type { Change } from '@comporta/contract/nouns/change';
import type { Access } from '@comporta/contract/role';
import { Rejection } from '../platform/base/rejection.ts';
import { mayEdit, requireMayEdit } from '../platform/callers/access.ts';
import type { OnChange, Restriction } from '../platform/callers/application-scope.ts';
import { readEnvironmentNames } from '../platform/changes/environment-names.ts';
import type { Sql } from '../platform/database/database.ts';

type ReadTouched = OnChange['readEnvironmentsOf'];

/**
 * Refuses changes that their author may not make; and those that touch an environment with a policy and were neither approved nor passed by an administrator; and
 * those without a reason, where it wants to know why. Stops are free. Source: SAF-20, SAF-22, SAF-23, SAF-28.
 */
export function admitChanges(readTouched: ReadTouched): OnChange['admit'] {
  return async (sql, { application, author }, changes) => {
    const { restrictions = [], limits, isAdmitted, bypass, reason } = application;
    const { isFreezeFree, isReasonFree } = application;
    if (author.kind === 'system') return;
    const asked = changes.filter(isOfUsers);
    const touchedBy = await readTouched(sql, application.id, asked);
    if (limits !== undefined) await requireWithin(sql, { limits, touchedBy }, asked);
    const touched = new Set<Restriction>();
    for (const change of asked) {
      const ids = touchedBy(change);
      for (const one of restrictions) {
        if (ids.includes(one.id) && !isStop(change, one)) touched.add(one);
      }
    }
    const frozen = [...touched].filter(({ freeze }) => freeze !== null);
    if (frozen.length > 0 && !isFreezeFree && !bypass) throw frozenBy(frozen);
    const asking = [...touched].filter(({ policy }) => (policy?.approvals ?? 0) > 0);
    if (asking.length > 0 && !isAdmitted && !bypass) {
      throw new Rejection('APPROVAL_REQUIRED', {
        environments: asking.map(({ id, name, policy }) => ({
          id,
          name,
          approvals: policy?.approvals,
        })),
      });
    }
    const wondering = [...touched].filter(({ policy }) => policy?.reasonRequired);
    if (wondering.length > 0 && reason === undefined && !isReasonFree) {
      throw new Rejection('EMPTY_REASON', {
        environments: wondering.map(({ id, name }) => ({ id, name })),
      });
    }
  };
}

interface Within {
  readonly limits: Access;
  readonly touchedBy: Awaited<ReturnType<ReadTouched>>;
}

/** What is of one environment needs a role there, and what is of the application a role in it. Source: SAF-42. */
async function requireWithin(
  sql: Sql,
  { limits, touchedBy }: Within,
  changes: readonly Change[],
): Promise<void> {
  const ids = changes.flatMap((one) => [...touchedBy(one), one.environment?.id ?? []].flat());
  // Environments that were removed are named by the change alone.
  const said = changes.flatMap(({ touches = [] }) => touches.map(({ id, name }) => [id, name]));
  const names = new Map([...said, ...(await readEnvironmentNames(sql, ids))] as [string, string][]);
  requireMayEdit(
    limits,
    [...names].map(([id, name]) => ({ id, name })),
  );
  const isOfApplication = changes.some(({ environment }) => environment === undefined);
  if (isOfApplication && !mayEdit(limits, undefined)) throw new Rejection('FORBIDDEN');
}

/** What is said of requests names the environments that they would touch. */
function isOfUsers({ type }: Change): boolean {
  return type !== 'changeRequest' && type !== 'freeze';
}

function isStop({ type, action }: Change, { policy }: Restriction): boolean {
  return type === 'experiment' && action === 'PAUSED' && policy?.pauseDirectly !== false;
}

/** The freeze that ends last is the one to wait for. */
function frozenBy(frozen: readonly Pick<Restriction, 'id' | 'name' | 'freeze'>[]): Rejection {
  const [last] = frozen
    .flatMap(({ freeze }) => freeze ?? [])
    .toSorted((one, other) => (one.until < other.until ? 1 : -1));
  return new Rejection('FROZEN', {
    ...last,
    environments: frozen.map(({ id, name }) => ({ id, name })),
  });
}
