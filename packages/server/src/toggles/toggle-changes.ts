import { pickFields } from '@comporta/contract/fields';
import { TOGGLE } from '@comporta/contract/toggles/toggle';
import type { Change } from '../platform/changes/change.ts';
import type { StoredToggle } from './toggle-repository.ts';

/** What the audit log is told of a toggle. */

export function toggleCreated(toggle: StoredToggle): Change<'toggle'> {
  return { action: 'CREATED', ...named(toggle), after: pickFields(TOGGLE, toggle) };
}

export function toggleEdited(before: StoredToggle, after: StoredToggle): Change<'toggle'> {
  return {
    action: 'EDITED',
    ...named(after),
    before: pickFields(TOGGLE, before),
    after: pickFields(TOGGLE, after),
  };
}

export function toggleDeleted(toggle: StoredToggle): Change<'toggle'> {
  return { action: 'DELETED', ...named(toggle), before: pickFields(TOGGLE, toggle) };
}

function named({ id, name }: StoredToggle) {
  return { type: 'toggle', id, name } as const;
}
