import type { ParsedBodyOf } from '@comporta/contract/endpoint';
import type { ErrorCode } from '@comporta/contract/errors';
import { problemsOfSnooze } from '@comporta/contract/lifecycle/problems-of-day';
import type { Change } from '@comporta/contract/nouns/change';
import type { Problem } from '@comporta/contract/problem';
import { problemsOfTags, tagsOf } from '@comporta/contract/toggles/tags';
import type { changeToggles as endpoint } from '@comporta/contract/toggles/toggle-api';
import { rejectionOf } from '../platform/base/value-or-reject.ts';
import { changeEach } from '../platform/changes/change-each.ts';
import type { Write } from '../platform/http/write.ts';
import { withFields } from '../platform/nouns/noun.ts';
import { putOne, takeAway } from '../platform/nouns/verbs.ts';
import { requireNoExperiments } from './require-no-experiments.ts';
import { requirePossibleOwner } from './require-possible-owner.ts';
import { requireRoomForTags } from './require-room-for-tags.ts';
import { type StoredToggle, TOGGLES } from './toggle-noun.ts';

type Bulk = Write<'application', ParsedBodyOf<typeof endpoint>>;
type Fields = Pick<
  StoredToggle,
  'archived' | 'tags' | 'ownerId' | 'lifetime' | 'removeBy' | 'snoozedUntil'
>;

/** Applies one action to many toggles. */
export async function changeToggles(call: Bulk) {
  const { sql, application, body } = call;
  const change = changeOf(call);
  if (body.action === 'SET_OWNER') await requirePossibleOwner(sql, application, body.ownerId);
  const answer = await changeEach(call, body.ids, change);
  // Checked once for all toggles, because it reads the tags of every toggle.
  if (body.action === 'ADD_TAGS') await requireRoomForTags(sql, application.id);
  return answer;
}

function changeOf({ body }: Bulk): (call: Bulk, id: string) => Promise<Change | undefined> {
  const tags = tagsOf(body.tags ?? []);
  switch (body.action) {
    case 'ADD_TAGS': {
      requireTags(tags);
      return editing((toggle) => ({ tags: tagsOf([...toggle.tags, ...tags]) }));
    }
    case 'REMOVE_TAGS':
      return editing((toggle) => ({ tags: toggle.tags.filter((tag) => !tags.includes(tag)) }));
    case 'SET_OWNER':
      return editing(() => ({ ownerId: body.ownerId ?? null }));
    case 'SET_LIFETIME':
      return body.lifetime === 'PERMANENT'
        ? editing(() => ({ lifetime: 'PERMANENT', removeBy: null }))
        : editing(() => ({ lifetime: 'TEMPORARY' }));
    case 'SNOOZE': {
      const { snoozedUntil = null } = body;
      requireNone(problemsOfSnooze(snoozedUntil));
      return editing(() => ({ snoozedUntil }));
    }
    case 'ARCHIVE':
      return editing(() => ({ archived: true }));
    case 'UNARCHIVE':
      return editing(() => ({ archived: false }));
    case 'DELETE':
      return (call, id) => takeAway(TOGGLES, { ...call, params: { id } }, requireNoExperiments);
  }
}

function editing(fieldsOf: (toggle: StoredToggle) => Partial<Fields>) {
  return async (call: Bulk, id: string): Promise<Change | undefined> => {
    const { change } = await putOne(
      TOGGLES,
      { ...call, params: { id } },
      {
        edit: (before) => withFields(call, before, fieldsOf(before)),
        async admit(sql, edited, before) {
          requireTags(edited.tags);
          if (edited.archived && !before?.archived) await requireNoExperiments(sql, edited);
        },
      },
    );
    return change;
  };
}

function requireTags(tags: readonly string[]): void {
  requireNone(problemsOfTags(tags));
}

function requireNone([first, ...others]: readonly Problem<ErrorCode>[]): void {
  if (first !== undefined) throw rejectionOf([first, ...others]);
}
