import { roleIn } from '@comporta/contract/role';
import type { Sql } from '../platform/database/database.ts';
import { findAccesses, readMakers } from './approval-repository.ts';
import type { StoredRequest } from './change-request-repository.ts';
import type { RequestEnvironment } from './requests.ts';

export interface Approvals {
  /** Of each touched environment that asks for some. */
  readonly needs: readonly {
    readonly id: string;
    readonly name: string;
    readonly needed: number;
    readonly given: number;
  }[];
  readonly missing: number;
  /** Who has approved what the request is about now, and still may. */
  readonly approverIds: ReadonlySet<string>;
}

export const NO_APPROVALS: Approvals = { needs: [], missing: 0, approverIds: new Set() };

/** Whether it approves the present content, or was given before the first step. One that fell does not return. */
export function isOfContent(
  { verdict, digest: of, counted, fell }: StoredRequest['reviews'][number],
  digest: string,
): boolean {
  return verdict === 'APPROVED' && !fell && (counted === true || of === digest);
}

interface Asked {
  readonly digest: string;
  /** The environments of which something is asked. */
  readonly asked: readonly RequestEnvironment[];
}

/**
 * How many approvals each of these environments needs and has. Those count that are of the present content, or with which the
 * first step was applied, by people who may approve, and who neither edited it nor made the key that did. Source: SAF-24,
 * SAF-25.
 */
export async function readApprovals(
  sql: Sql,
  request: StoredRequest,
  { digest, asked }: Asked,
): Promise<Approvals> {
  const asking = asked.filter(({ policy }) => (policy?.approvals ?? 0) > 0);
  if (asking.length === 0) return NO_APPROVALS;
  const { reviews, contributors, authorId, authorKind } = request;
  const given = reviews.filter((one) => isOfContent(one, digest)).map(({ byId }) => byId);
  const editors = new Set([...contributors, authorId]);
  const makers = await readMakers(sql, [...editors]);
  for (const maker of makers.values()) if (maker !== null) editors.add(maker);
  const isMakerUnknown =
    [...makers.values()].includes(null) || (authorKind === 'key' && !makers.has(authorId));
  const accesses = await findAccesses(sql, request.applicationId, given);
  const approversOf = (envId: string) =>
    [...accesses]
      .filter(([id, access]) => !editors.has(id) && roleIn(access, envId) === 'APPROVER')
      .map(([id]) => id);
  const needs = asking.map(({ id, name, policy }) => ({
    id,
    name,
    needed: (policy?.approvals ?? 0) + (isMakerUnknown ? 1 : 0),
    given: approversOf(id).length,
  }));
  const missing = Math.max(...needs.map((one) => Math.max(0, one.needed - one.given)));
  return { needs, missing, approverIds: new Set(asking.flatMap(({ id }) => approversOf(id))) };
}
