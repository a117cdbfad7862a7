import type {
  ChangeRequestDraft,
  ChangeRequestSummary,
} from '@comporta/contract/change-requests/change-request';
import * as api from '@comporta/contract/change-requests/change-request-api';
import type { EditDraft } from '@comporta/contract/change-requests/edit';
import { checkPage } from '@comporta/contract/paging';
import { roleIn } from '@comporta/contract/role';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { createRateLimit } from '../platform/base/rate-limit.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { requireAccess } from '../platform/callers/access.ts';
import { isInPerson } from '../platform/callers/actor.ts';
import type { OnChange } from '../platform/callers/application-scope.ts';
import { CONSISTENT_READ, type Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import { actOnRequest } from './act-on-request.ts';
import {
  countView,
  deleteRequest,
  findRequest,
  type ListedRequest,
  listRequests,
  readEnvironments,
} from './change-request-repository.ts';
import { createRequest, previewRequest, updateRequestOf } from './file-request.ts';
import { requireMayTouch } from './find-permitted.ts';
import { requestAnswer, summaryOf } from './request-answer.ts';
import { readStanding } from './request-standing.ts';
import type { EditsOf, Reading, ShippedEdit } from './requests.ts';
import { reviewRequest } from './review-request.ts';

/** Per minute: each files a request on trial. Source: SAF-04. */
const PREVIEWS_PER_ACTOR = 60;

interface RequestDependencies {
  readonly edits: EditsOf;
  readonly onChange: OnChange;
}

export function changeRequestRoutes(
  { route, routeAfter }: Server,
  { edits, onChange }: RequestDependencies,
): void {
  const takePreview = createRateLimit(PREVIEWS_PER_ACTOR);
  route(api.listChangeRequests, ({ sql, actor, application, query }) =>
    sql.transaction(async (moment) => {
      const page = valueOrReject(checkPage(query));
      const view = api.REQUEST_VIEWS.find((one) => one === query.view) ?? 'open';
      const environments = await readEnvironments(moment, application.id);
      const access = await requireAccess(moment, actor, application.id);
      const approverIn = environments
        .map(({ id }) => id)
        .filter((id) => isInPerson(actor) && roleIn(access, id) === 'APPROVER');
      const asked = { applicationId: application.id, readerId: actor.id, approverIn };
      const { envId, entity, author } = query;
      const listing = { ...asked, view, envId, entity, author, page };
      const { rows, count } = await listRequests(moment, listing);
      const scope = { ...application, onChange };
      const reading = { sql: moment, application: scope, environments, edits };
      const items = [];
      for (const row of rows) items.push(await itemOf(reading, row));
      return {
        items,
        totalPages: Math.ceil(count / page.size),
        counts: {
          waiting: await countView(moment, asked, 'waiting'),
          open: await countView(moment, asked, 'open'),
          coming: await countView(moment, asked, 'coming'),
        },
      };
    }, CONSISTENT_READ),
  );
  route(api.getChangeRequest, ({ sql, application, params }) =>
    sql.transaction(async (moment) => {
      const request = orNotFound(await findRequest(moment, application.id, params.id));
      const environments = await readEnvironments(moment, application.id);
      const reading = {
        sql: moment,
        application: { ...application, onChange },
        environments,
        edits,
      };
      return requestAnswer(request, await readStanding(reading, request), environments);
    }, CONSISTENT_READ),
  );
  /** What the first step ships is looked at before the transaction. */
  const lookedAt = ({ sql, body }: { readonly sql: Sql; readonly body: ChangeRequestDraft }) =>
    edits.lookedAt(sql, (body.steps[0]?.edits ?? []).map(shippedIn));
  routeAfter(api.createChangeRequest, lookedAt, createRequest);
  routeAfter(
    api.previewChangeRequest,
    (call) => {
      takePreview(call.actor.id);
      return lookedAt(call);
    },
    previewRequest,
  );
  routeAfter(api.updateChangeRequest, lookedAt, (call, looked) =>
    updateRequestOf(call, call.params.id, looked),
  );
  route(api.deleteChangeRequest, async ({ sql, actor, application, params }) => {
    const request = orNotFound(await findRequest(sql, application.id, params.id));
    const { status, authorId, touchedIds } = request;
    if (status !== 'DRAFT') throw new Rejection('WRONG_REQUEST_STATE', { state: status });
    const environments = await readEnvironments(sql, application.id);
    if (authorId !== actor.id) requireMayTouch({ application, environments }, touchedIds);
    await deleteRequest(sql, request);
  });
  route(api.reviewChangeRequest, (call) => reviewRequest(call, call.params.id, edits));
  routeAfter(
    api.actOnChangeRequest,
    async ({ sql, application, params }) => {
      const request = await findRequest(sql, application.id, params.id);
      return edits.lookedAt(sql, request?.steps[request.currentStep]?.edits ?? []);
    },
    (call, looked) => actOnRequest(call, call.params.id, looked),
  );
}

function shippedIn({ action, id, environmentId, body }: EditDraft): ShippedEdit {
  return { action, id: id ?? '', environmentId: environmentId ?? null, body: body ?? null };
}

/** A row of the list. How many approvals are missing is computed from the whole request, where some are asked for. */
async function itemOf(reading: Reading, row: ListedRequest): Promise<ChangeRequestSummary> {
  const { environments, sql } = reading;
  const isAsked = environments.some(
    ({ id, policy }) => (policy?.approvals ?? 0) > 0 && row.touchedIds.includes(id),
  );
  if (row.status !== 'OPEN' || !isAsked) return summaryOf(row, environments);
  const request = orNotFound(await findRequest(sql, row.applicationId, row.id));
  return requestAnswer(request, await readStanding(reading, request), environments);
}
