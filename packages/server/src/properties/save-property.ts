import { pickFields } from '@comporta/contract/fields';
import {
  checkProperty,
  PROPERTY,
  type Property,
  type PropertyDraft,
} from '@comporta/contract/properties/property';
import { newId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import {
  firstVersion,
  isUnchanged,
  nextVersion,
  requireVersion,
} from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { findProperty, insertProperty, updateProperty } from './property-repository.ts';

export async function createProperty({
  sql,
  actor,
  application,
  body,
}: Write<'application', PropertyDraft>): Promise<Property> {
  const value = valueOrReject(checkProperty(body));
  const property = await insertProperty(sql, {
    ...value,
    id: newId(),
    appId: application.id,
    ...firstVersion(actor.name),
  });
  await recordChange(sql, actor, application, {
    action: 'CREATED',
    type: 'property',
    id: property.id,
    name: property.key,
    after: pickFields(PROPERTY, property),
  });
  return property;
}

export async function editProperty(
  { sql, actor, application, body, ifMatch }: Write<'application', PropertyDraft>,
  id: string,
): Promise<Property> {
  const before = orNotFound(await findProperty(sql, application.id, id));
  requireVersion(before, ifMatch);
  const value = valueOrReject(checkProperty({ ...body, type: body.type || before.type }));
  if (value.type !== before.type) throw new Rejection('TYPE_LOCKED', { at: ['type'] });

  const edited = { ...before, ...value };
  if (isUnchanged(before, edited)) return before;
  const after = await updateProperty(sql, { ...edited, ...nextVersion(before, actor.name) });
  await recordChange(sql, actor, application, {
    action: 'EDITED',
    type: 'property',
    id,
    name: after.key,
    before: pickFields(PROPERTY, before),
    after: pickFields(PROPERTY, after),
  });
  return after;
}
