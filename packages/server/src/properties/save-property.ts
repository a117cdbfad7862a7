import type { Property, PropertyDraft } from '@comporta/contract/properties/property';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { requireVersion, withLastChanged } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { editedProperty, newProperty } from './drafted-property.ts';
import { propertyCreated, propertyEdited } from './property-changes.ts';
import { findProperty, insertProperty, updateProperty } from './property-repository.ts';

export async function createProperty(call: Write<'application', PropertyDraft>): Promise<Property> {
  const { sql, actor, application, body } = call;
  const property = await insertProperty(sql, newProperty(call, body));
  await recordChange({ sql, actor, application }, propertyCreated(property));
  return withLastChanged(property);
}

export async function editProperty(
  call: Write<'application', PropertyDraft>,
  id: string,
): Promise<Property> {
  const { sql, actor, application, body, ifMatch } = call;
  const before = orNotFound(await findProperty(sql, application.id, id));
  requireVersion(before, ifMatch);
  const edited = editedProperty(call, before, body);
  if (edited === before) return withLastChanged(before);
  const after = await updateProperty(sql, edited);
  await recordChange({ sql, actor, application }, propertyEdited(before, after));
  return withLastChanged(after);
}
