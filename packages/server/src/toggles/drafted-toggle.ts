import { keepOmitted } from '@comporta/contract/fields';
import {
  checkToggle,
  type ToggleDraft as PersonsDraft,
  TOGGLE,
} from '@comporta/contract/toggles/toggle';
import { newId } from '../platform/base/ids.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { firstVersion, isUnchanged, nextVersion } from '../platform/base/versions.ts';
import type { Writer } from '../platform/http/write.ts';
import type { StoredToggle } from './toggle-repository.ts';

/** Only a document may contain `archived`; a save by a user does not. */
export type ToggleDraft = PersonsDraft & { readonly archived?: boolean | undefined };

/** The new toggle that a draft describes. */
export function newToggle({ actor, application }: Writer, draft: ToggleDraft): StoredToggle {
  return {
    ...valueOrReject(checkToggle(draft)),
    id: newId(),
    appId: application.id,
    ownerId: draft.ownerId ?? null,
    archived: draft.archived ?? false,
    ...firstVersion(actor),
  };
}

/** The toggle with the draft applied; the same object when nothing changes. Uses of removed values are not checked. */
export function editedToggle(
  writer: Writer,
  before: StoredToggle,
  draft: ToggleDraft,
): StoredToggle {
  const edited = importedToggle(writer, before, draft);
  if (edited.name !== before.name) throw new Rejection('NAME_LOCKED', { at: ['name'] });
  return edited;
}

/** The same for a document, which may write the name in another case: that was no other toggle. Source: FAIR-62. */
export function importedToggle(
  { actor }: Writer,
  before: StoredToggle,
  draft: ToggleDraft,
): StoredToggle {
  const sent = { ...keepOmitted(TOGGLE, draft, before), name: draft.name || before.name };
  const value = valueOrReject(checkToggle(sent, before));
  const { ownerId = before.ownerId, archived = before.archived } = draft;
  const edited = { ...before, ...value, ownerId, archived };
  return isUnchanged(before, edited) ? before : { ...edited, ...nextVersion(before, actor) };
}

/** The toggle with some fields replaced; the same object when nothing changes. */
export function withFields(
  { actor }: Writer,
  before: StoredToggle,
  fields: Partial<Pick<StoredToggle, 'archived' | 'tags' | 'ownerId'>>,
): StoredToggle {
  const edited = { ...before, ...fields };
  return isUnchanged(before, edited) ? before : { ...edited, ...nextVersion(before, actor) };
}
