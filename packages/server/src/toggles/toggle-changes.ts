import { pickFields } from '@comporta/contract/fields';
import type { Change } from '@comporta/contract/nouns/change';
import { TOGGLE } from '@comporta/contract/toggles/toggle';
import type { StoredToggle } from './toggle-repository.ts';

/** The changes of a toggle that go to the audit log. */

export function toggleCreated(toggle: StoredToggle): Change<'toggle'> {
  return { action: 'CREATED', ...named(toggle), after: recorded(toggle) };
}

export function toggleEdited(before: StoredToggle, after: StoredToggle): Change<'toggle'> {
  return {
    action: 'EDITED',
    ...named(after),
    before: recorded(before),
    after: recorded(after),
  };
}

export function toggleDeleted(toggle: StoredToggle): Change<'toggle'> {
  return { action: 'DELETED', ...named(toggle), before: recorded(toggle) };
}

function recorded(toggle: StoredToggle) {
  const { owner, archived } = toggle;
  return { ...pickFields(TOGGLE, toggle), owner: owner ?? undefined, archived };
}

function named({ id, name }: StoredToggle) {
  return { type: 'toggle', id, name } as const;
}
