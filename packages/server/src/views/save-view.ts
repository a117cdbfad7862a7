import { checkView, MAX_VIEWS, type View, type ViewDraft } from '@comporta/contract/views/view';
import { newId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import type { UserActor } from '../platform/callers/actor.ts';
import type { ApplicationScope } from '../platform/callers/application-scope.ts';
import { recordUse } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import {
  countViewsOf,
  deleteViewRow,
  findView,
  insertView,
  type Reader,
  updateView,
} from './view-repository.ts';

/** Saves of shared views are recorded in the audit log; others are personal. */
interface ViewCall {
  readonly sql: Sql;
  readonly actor: UserActor;
  readonly application: ApplicationScope;
}

export async function createView(call: ViewCall & { readonly body: ViewDraft }): Promise<View> {
  const { sql, body } = call;
  const view = await insertView(sql, readerOf(call), {
    id: newId(),
    ...valueOrReject(checkView(body)),
  });
  if ((await countViewsOf(sql, readerOf(call))) > MAX_VIEWS) {
    throw new Rejection('LIMIT_EXCEEDED', { field: 'views', limit: MAX_VIEWS });
  }
  await recordShared(call, undefined, view);
  return view;
}

export async function editView(
  call: ViewCall & { readonly body: ViewDraft },
  id: string,
): Promise<View> {
  const { sql, body } = call;
  const before = await requireChangeable(call, id);
  await updateView(sql, id, valueOrReject(checkView(body)));
  // An administrator who unshares another user's view would no longer see it. That is refused.
  const after = await findView(sql, readerOf(call), id);
  if (after === undefined) throw new Rejection('FORBIDDEN');
  await recordShared(call, before, after);
  return after;
}

export async function deleteView(call: ViewCall, id: string): Promise<void> {
  const before = await requireChangeable(call, id);
  await deleteViewRow(call.sql, id);
  await recordShared(call, before, undefined);
}

async function requireChangeable(call: ViewCall, id: string): Promise<View> {
  const view = orNotFound(await findView(call.sql, readerOf(call), id));
  if (!view.own && !call.actor.admin) throw new Rejection('FORBIDDEN');
  return view;
}

function recordShared(
  call: ViewCall,
  before: View | undefined,
  after: View | undefined,
): Promise<void> {
  const inWords = (view: View | undefined) =>
    view?.shared === true ? [`${view.name} (${view.query})`] : [];
  const [was, is] = [inWords(before), inWords(after)];
  if (was[0] === is[0]) return Promise.resolve();
  return recordUse(call, { before: { sharedViews: was }, after: { sharedViews: is } });
}

function readerOf({ actor, application }: ViewCall): Reader {
  return { actor, applicationId: application.id };
}
