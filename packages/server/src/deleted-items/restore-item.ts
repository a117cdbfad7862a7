import type { EditType } from '@comporta/contract/change-requests/edit-type';
import type { RestoredItem } from '@comporta/contract/deleted-items/deleted-item';
import type { Change } from '@comporta/contract/nouns/change';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { recordChange } from '../platform/changes/changes.ts';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import type { Write } from '../platform/http/write.ts';
import type { Kept } from '../platform/nouns/verbs.ts';
import { deleteItem, findItem } from './deleted-item-repository.ts';

/** How a thing of each kind is stored again; returns the change, which the caller has to record. */
export type Restorers = Readonly<
  Record<EditType, (call: Write<'application'>, kept: Kept) => Promise<Change>>
>;

export interface Keeping {
  readonly keptDays: number;
  readonly restorers: Restorers;
}

/** Restores a deleted thing, as it was. */
export async function restoreItem(
  call: Write<'application'>,
  { id, name }: { readonly id: string; readonly name: string | undefined },
  { keptDays, restorers }: Keeping,
): Promise<RestoredItem> {
  const { sql, application } = call;
  const item = orNotFound(await findItem(sql, { applicationId: application.id, keptDays }, id));
  const change = await restorers[item.type](call, { body: item.body, name }).catch((error) => {
    throw withPlaceInBody(error);
  });
  await deleteItem(sql, id);
  await recordChange(call, {
    ...change,
    after: { ...change.after, restored: true },
  } as Change); // The note belongs to the records of everything that is restored.
  return { id, type: item.type, name: change.name, envId: item.environmentId };
}

/** The same for change requests; returns whether it was still kept. */
export async function restoreIfKept(
  call: Write<'application'>,
  { type, id }: { readonly type: EditType; readonly id: string },
  keeping: Keeping,
): Promise<boolean> {
  const { sql, application } = call;
  const listing = { applicationId: application.id, keptDays: keeping.keptDays };
  const item = await findItem(sql, listing, id);
  if (item?.type !== type) return false;
  await restoreItem(call, { id, name: undefined }, keeping);
  return true;
}

/** A refusal is about a place of the thing; of these, a call to restore it has only the name. */
function withPlaceInBody(error: unknown): unknown {
  const rejection = rejectionOfDatabaseError(error);
  if (rejection?.meta === undefined) return error;
  const { at, problems: _places, ...meta } = rejection.meta;
  const isName = Array.isArray(at) && (at[0] === 'name' || at[0] === 'key');
  const placed = { ...meta, ...(isName && { at: ['name'] }) };
  return new Rejection(rejection.code, placed, { cause: error });
}
