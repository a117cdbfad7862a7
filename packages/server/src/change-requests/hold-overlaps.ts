import { EDIT_TYPES, type EditType } from '@comporta/contract/change-requests/edit-type';
import type { Change } from '@comporta/contract/nouns/change';
import type { Author } from '../platform/callers/actor.ts';
import type { Hearing } from '../platform/callers/application-scope.ts';
import type { KeptHold } from '../tables/change-requests.ts';
import {
  findOpenOn,
  readEnvironments,
  type StoredRequest,
  updateRequest,
} from './change-request-repository.ts';
import { fallen } from './file-request.ts';
import { markHeld } from './hold-request.ts';
import { requestEdited } from './request-changes.ts';
import { mergeEdits, readStanding } from './request-standing.ts';
import type { Reading, ReadsOf } from './requests.ts';

/**
 * Holds the open requests that a save contradicts, in its transaction, so that a conflict is told when it is made. A pause
 * by hand holds those that run, and approvals of what the save has changed fall. Asks nothing while the application has
 * no open request. Source: SAF-08, SAF-10, SAF-24.
 */
export function holdOverlaps(edits: ReadsOf): Hearing {
  const changed = new Set<string>();
  const paused = new Set<string>();
  let isSharedChanged = false;
  return {
    each({ type, id, action }) {
      if (!(EDIT_TYPES as readonly string[]).includes(type)) return;
      changed.add(id);
      if (type !== 'experiment') isSharedChanged = true;
      if (action === 'PAUSED') paused.add(id);
    },
    async end(sql, application, author) {
      if (application.requestCount === 0 || changed.size === 0) return [];
      const own = application.request?.number;
      const open = await findOpenOn(sql, application.id, {
        ids: [...changed],
        approved: isSharedChanged,
      });
      const others = open.filter(({ number }) => number !== own);
      if (others.length === 0) return [];
      const environments = await readEnvironments(sql, application.id);
      const reading = { sql, application, environments, edits: readingOnce(edits) };
      const changes: Change[] = [];
      for (const request of others) {
        const why = await whyHeld(reading, request, paused);
        if (why !== undefined) {
          const by = byOf(author);
          changes.push(await markHeld(reading, request, { ...why, byId: by?.id, by }));
        } else {
          const change = await markFallen(reading, request);
          if (change !== undefined) changes.push(change);
        }
      }
      return changes;
    },
  };
}

/**
 * Whoever approved another content than it has now is asked again; the log and the webhook say so. From the first step on
 * approvals stay. Source: SAF-24.
 */
async function markFallen(reading: Reading, request: StoredRequest): Promise<Change | undefined> {
  const standing = request.reviews.filter(
    ({ verdict, fell, counted }) => verdict === 'APPROVED' && !fell && !counted,
  );
  if (standing.length === 0) return undefined;
  const { digest } = await readStanding(reading, request);
  if (standing.every((review) => review.digest === digest)) return undefined;
  const { sql, environments } = reading;
  const fell = { reviews: fallen(request.reviews, digest), version: request.version + 1 };
  return requestEdited(request, await updateRequest(sql, request, fell), environments);
}

async function whyHeld(
  reading: Reading,
  request: StoredRequest,
  paused: ReadonlySet<string>,
): Promise<Pick<KeptHold, 'reason' | 'meta'> | undefined> {
  const { overlaps, gone } = await mergeEdits(reading, request);
  if (gone.length > 0) return { reason: 'GONE', meta: { ids: gone } };
  if (overlaps.length > 0) return { reason: 'CONFLICT', meta: { overlaps } };
  const isPaused = request.entityIds.some((id) => paused.has(id));
  return request.status === 'RUNNING' && isPaused ? { reason: 'PAUSED' } : undefined;
}

/** Reads each thing once, for all requests that change it: nobody else can write it meanwhile. */
function readingOnce(edits: ReadsOf): ReadsOf {
  const found = new Map<string, ReturnType<ReadsOf['toggle']['find']>>();
  const once = (type: EditType): ReadsOf[EditType] => ({
    find(sql, scope, id) {
      const read = found.get(id) ?? edits[type].find(sql, scope, id);
      found.set(id, read);
      return read;
    },
  });
  return {
    experiment: once('experiment'),
    toggle: once('toggle'),
    targetGroup: once('targetGroup'),
    property: once('property'),
  };
}

function byOf(author: Author): { readonly id: string; readonly name: string } | undefined {
  return author.kind === 'system' ? undefined : author;
}
