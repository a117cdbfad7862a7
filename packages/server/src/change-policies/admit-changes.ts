import type { Change } from '@comporta/contract/nouns/change';
import { Rejection } from '../platform/base/rejection.ts';
import type { OnChange, Restriction } from '../platform/identity/application-scope.ts';

type ReadTouched = OnChange['readEnvironmentsOf'];

/**
 * Refuses changes that touch an environment with a policy and were neither approved nor passed by an administrator; and
 * those without a reason, where it wants to know why. Stops are free. Source: SAF-20, SAF-22, SAF-23, SAF-28.
 */
export function admitChanges(readTouched: ReadTouched): OnChange['admit'] {
  return async (sql, { application, author }, changes) => {
    const { restrictions = [], isAdmitted, isFreezeFree, bypass, reason } = application;
    if (author.kind === 'system') return;
    const asked = changes.filter(isOfUsers);
    const touchedBy = await readTouched(sql, application.id, asked);
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
    const isReasonNeeded = [...touched].some(({ policy }) => policy?.reasonRequired);
    if (isReasonNeeded && reason === undefined) throw new Rejection('EMPTY_REASON');
  };
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
