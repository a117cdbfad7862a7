import { keepOmitted } from '@comporta/contract/fields';
import {
  checkProperty,
  PROPERTY,
  type PropertyDraft,
} from '@comporta/contract/properties/property';
import { newId } from '../platform/base/ids.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { firstVersion, isUnchanged, nextVersion } from '../platform/base/versions.ts';
import type { Writer } from '../platform/http/write.ts';
import type { StoredProperty } from './property-repository.ts';

/** The new property that a draft describes. */
export function newProperty({ actor, application }: Writer, draft: PropertyDraft): StoredProperty {
  return {
    ...valueOrReject(checkProperty(draft)),
    id: newId(),
    appId: application.id,
    ...firstVersion(actor),
  };
}

/** The property with the draft applied; the same object when nothing changes. */
export function editedProperty(
  { actor }: Writer,
  before: StoredProperty,
  draft: PropertyDraft,
): StoredProperty {
  const value = valueOrReject(
    checkProperty({ ...keepOmitted(PROPERTY, draft, before), type: draft.type || before.type }),
  );
  if (value.type !== before.type) throw new Rejection('TYPE_LOCKED', { at: ['type'] });
  const edited = { ...before, ...value };
  return isUnchanged(before, edited) ? before : { ...edited, ...nextVersion(before, actor) };
}
