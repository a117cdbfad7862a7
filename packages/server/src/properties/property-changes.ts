import { pickFields } from '@comporta/contract/fields';
import type { Change } from '@comporta/contract/nouns/change';
import { PROPERTY } from '@comporta/contract/properties/property';
import type { StoredProperty } from './property-repository.ts';

/** The changes of a property that go to the audit log. */

export function propertyCreated(property: StoredProperty): Change<'property'> {
  return { action: 'CREATED', ...named(property), after: pickFields(PROPERTY, property) };
}

export function propertyEdited(before: StoredProperty, after: StoredProperty): Change<'property'> {
  return {
    action: 'EDITED',
    ...named(after),
    before: pickFields(PROPERTY, before),
    after: pickFields(PROPERTY, after),
  };
}

export function propertyDeleted(property: StoredProperty): Change<'property'> {
  return { action: 'DELETED', ...named(property), before: pickFields(PROPERTY, property) };
}

function named({ id, key }: StoredProperty) {
  return { type: 'property', id, name: key } as const;
}
