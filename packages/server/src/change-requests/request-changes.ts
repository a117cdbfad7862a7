import { difference } from '@comporta/contract/change-requests/difference';
import { stateOf } from '@comporta/contract/change-requests/request-state';
import type { Change } from '@comporta/contract/nouns/change';
import type { RecordedRequest } from '@comporta/contract/nouns/records';
import type { EnvironmentScope } from '../platform/identity/application-scope.ts';
import type { KeptEdit } from '../tables/change-requests.ts';
import type { StoredRequest } from './change-request-repository.ts';

/** What the audit log says of a request. Nothing that is evaluated depends on it. Source: SAF-80, SAF-81. */
function entryOf(
  { id, number, title, touchedIds }: StoredRequest,
  environments: readonly EnvironmentScope[],
) {
  const touches = environments.filter((one) => touchedIds.includes(one.id));
  return {
    type: 'changeRequest',
    id,
    name: `#${number} ${title}`,
    isServed: false,
    touches,
  } as const;
}

export function requestFiled(
  request: StoredRequest,
  environments: readonly EnvironmentScope[],
): Change<'changeRequest'> {
  return { action: 'CREATED', ...entryOf(request, environments), after: recorded(request) };
}

export function requestEdited(
  before: StoredRequest,
  after: StoredRequest,
  environments: readonly EnvironmentScope[],
): Change<'changeRequest'> {
  return {
    action: 'EDITED',
    ...entryOf(after, environments),
    before: recorded(before),
    after: recorded(after),
  };
}

function recorded(request: StoredRequest): RecordedRequest {
  const { title, reason, held, start, startAt, lateBy, steps, people, authorId } = request;
  return {
    title,
    reason,
    state: stateOf({ ...request, missingApprovals: 0 }),
    held: held?.reason,
    start,
    startAt: startAt?.toISOString(),
    lateBy: `${lateBy} s`,
    author: people[authorId] ?? '',
    steps: steps.map(({ at, wait, edits }) => {
      const time = at ?? (wait === null ? '' : `+${wait} s`);
      return [time, edits.map(recordedEdit).join('; ')].filter((part) => part !== '').join(': ');
    }),
  };
}

/** `UPDATE experiment checkout (rules 2)`: what was filed, in words of the API, which every reader of the log knows. */
function recordedEdit({ action, type, name, base, result }: KeptEdit): string {
  const parts = difference(type, base, result).map(({ part, kind }) =>
    `${kind} ${part ?? ''}`.trim(),
  );
  return `${action} ${type} ${name}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}
