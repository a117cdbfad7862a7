import { createHash } from 'node:crypto';
import { canonicalJson } from '@comporta/contract/canonical-json';
import type { Body } from '@comporta/contract/change-requests/parts-of';
import type { StoredRequest } from './change-request-repository.ts';

interface Digested {
  readonly request: Pick<StoredRequest, 'steps' | 'start' | 'startAt' | 'lateBy' | 'guard'>;
  /** The results of all edits, merged with what is stored; undefined where they cannot be. */
  readonly results: ReadonlyMap<string, Body | null | undefined>;
  /** The names of the touched environments. */
  readonly environments: readonly string[];
  /** What the results name. */
  readonly referenced: object;
}

/** What a review is about: whoever approves one content has not approved another. Source: SAF-24. */
export function digestOf({ request, results, environments, referenced }: Digested): string {
  const { steps, start, startAt, lateBy, guard } = request;
  const content = steps.map(({ at, wait, edits }, step) => ({
    at,
    wait,
    edits: edits.map(({ type, action, id, environmentId, body, base }, edit) => ({
      type,
      id,
      environmentId,
      // It also ends an analysis, which the result does not show.
      ...(action === 'SHIP' && { ship: body }),
      // Neither does it show that counting begins anew.
      ...(body?.newPhase === true && { newPhase: true }),
      // What a person has chosen between two changes is another content, even if the result is alike.
      base,
      result: results.get(`${step}.${edit}`) ?? null,
    })),
  }));
  return createHash('sha256')
    .update(canonicalJson({ content, start, startAt, lateBy, guard, environments, referenced }))
    .digest('base64url');
}
