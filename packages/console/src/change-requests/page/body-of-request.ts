import { isSameJson } from '@comporta/contract/canonical-json';
import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { difference } from '@comporta/contract/change-requests/difference';
import type { Edit } from '@comporta/contract/change-requests/edit';
import type { RequestBody } from '../../data/change-request-queries.ts';

/** What was filed, as it is sent again. */
export function bodyOfRequest(request: ChangeRequest) {
  const { title, reason, steps, source, start, startAt, lateBy, guard } = request;
  return {
    title,
    reason,
    // What it comes from says its steps.
    steps:
      source !== null
        ? []
        : steps.map(({ at, wait, edits }) => ({ at, wait, edits: edits.map(sentEdit) })),
    source,
    start: start as string, // A copy may begin otherwise.
    startAt,
    lateBy,
    guard,
  };
}

function sentEdit({ type, action, id, environmentId, body }: Edit) {
  return { type, action, id, environmentId, body };
}

/**
 * The same as a draft of a new request: it starts from what is stored now, so that it takes nothing back that others
 * changed since. Times that have passed do not return; a person decides when it begins.
 */
export function bodyOfCopy(request: ChangeRequest, now: Date): RequestBody {
  const { startAt, steps, source } = request;
  const isPast = startAt !== null && new Date(startAt) <= now;
  return {
    ...bodyOfRequest(request),
    ...(isPast && { start: 'MANUAL', startAt: null }),
    ...(source === null && {
      steps: steps.map(({ at, wait, edits }) => ({
        ...(at !== null && new Date(at) <= now ? { at: null, wait: AN_HOUR } : { at, wait }),
        edits: edits.map((edit) => ({ ...sentEdit(edit), body: presentBody(edit) })),
      })),
    }),
    submit: false,
  };
}

/** Seconds that a step waits whose time has passed. */
const AN_HOUR = 3600;

/** What was sent, or with what others changed since merged into it. */
function presentBody({ type, action, body, base, result, differences }: Edit): Edit['body'] {
  if (action !== 'UPDATE' || result === null || body?.rerandomise === true) return body;
  return isSameJson(difference(type, base, result), differences) ? body : result;
}
