import { checkView, MAX_VIEWS, type View, type ViewDraft } from '@comporta/contract/views/view';
import { newId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { recordUse } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import type { UserActor } from '../platform/identity/actor.ts';
import type { ApplicationScope } from '../platform/identity/application-scope.ts';
import {
  countViewsOf,
  deleteViewRow,
  findView,
  insertView,
  type Reader,
  updateView,
} from './view-repository.ts';

/** Saves of shared views are recorded in the audit log; others are personal. */
interface Save {
  readonly sql: Sql;
  readonly actor: UserActor;
  readonly application: ApplicationScope;
}

export async function createView(save: Save & { readonly body: ViewDraft }): Promise<View> {
  const { sql, body } = save;
  const view = await insertView(sql, readerOf(save), {
    id: newId(),
    ...valueOrReject(checkView(body)),
  });
  if ((await countViewsOf(sql, readerOf(save))) > MAX_VIEWS) {
    throw new Rejection('LIMIT_EXCEEDED', { field: 'views', limit: MAX_VIEWS });
  }
  await recordShared(save, undefined, view);
  return view;
}

export async function editView(
  save: Save & { readonly body: ViewDraft },
  id: string,
): Promise<View> {
  const { sql, body } = save;
  const before = await requireChangeable(save, id);
  await updateView(sql, id, valueOrReject(checkView(body)));
  // An administrator who unshares another user's view would no longer see it. That is refused.
  const after = await findView(sql, readerOf(save), id);
  if (after === undefined) throw new Rejection('FORBIDDEN');
  await recordShared(save, before, after);
  return after;
}

export async function deleteView(save: Save, id: string): Promise<void> {
  const before = await requireChangeable(save, id);
  await deleteViewRow(save.sql, id);
  await recordShared(save, before, undefined);
}

async function requireChangeable(save: Save, id: string): Promise<View> {
  const view = orNotFound(await findView(save.sql, readerOf(save), id));
  if (!view.own && !save.actor.admin) throw new Rejection('FORBIDDEN');
  return view;
}

function recordShared(
  save: Save,
  before: View | undefined,
  after: View | undefined,
): Promise<void> {
  const inWords = (view: View | undefined) =>
    view?.shared === true ? [`${view.name} (${view.query})`] : [];
  const [was, is] = [inWords(before), inWords(after)];
  if (was[0] === is[0]) return Promise.resolve();
  return recordUse(save, { before: { sharedViews: was }, after: { sharedViews: is } });
}

function readerOf({ actor, application }: Save): Reader {
  return { actor, applicationId: application.id };
}
