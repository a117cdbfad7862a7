import { isSameJson } from '@comporta/contract/canonical-json';
import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import {
  LATE_BY,
  REQUEST_LIMITS,
  REQUEST_TEXTS,
} from '@comporta/contract/change-requests/change-request';
import type { Body } from '@comporta/contract/change-requests/parts-of';
import { checkTexts } from '@comporta/contract/check-texts';
import { checked } from '@comporta/contract/problem';
import { Rejection } from '../../platform/base/rejection.ts';
import { valueOrReject } from '../../platform/base/value-or-reject.ts';
import type { KeptEdit } from '../../tables/change-requests.ts';
import { triedRequest } from '../drafts/drafted-request.ts';
import { findEdited } from '../edited-things.ts';
import { answered, fileRequest, opened, type RequestCall, requireRoom } from '../file-request.ts';
import type { PlannedEdit } from '../file-steps.ts';
import type { Applying, EditsOf } from '../requests.ts';

/** What a thing is to become, as far as it is said; null: deleted. */
type Wanted = Pick<KeptEdit, 'type' | 'id' | 'environmentId' | 'name' | 'body' | 'drawn'>;

interface Filed {
  readonly title: string;
  readonly start: 'MANUAL' | 'ON_APPROVAL';
  readonly edits: readonly Wanted[];
}

/** Files changes that were worked out elsewhere as one request. Source: SAF-22. */
export async function fileImport(
  call: RequestCall,
  { title, start, edits: wanted }: Filed,
  calls: EditsOf,
): Promise<ChangeRequest> {
  const applying = await opened(call, calls);
  requireRoom(applying);
  const { texts, problems } = checkTexts(REQUEST_TEXTS, {
    title,
    reason: call.application.reason ?? '',
  });
  const said = valueOrReject(checked(texts, problems));
  const edits: PlannedEdit[] = [];
  for (const one of wanted) edits.push(...(await plannedEdit(applying, one)));
  requireFew(edits);
  const made = await triedRequest(
    applying,
    {
      ...said,
      steps: [{ at: null, wait: null, edits }],
      problems: [],
      source: null,
      start,
      startAt: null,
      lateBy: LATE_BY.default,
      guard: null,
    },
    { isSubmitted: true },
  );
  return answered(applying, await fileRequest(applying, made));
}

function requireFew(edits: readonly PlannedEdit[]): void {
  if (edits.length === 0) throw new Rejection('NO_EDITS');
  const { edits: limit, bytes } = REQUEST_LIMITS;
  if (edits.length > limit) throw new Rejection('INVALID_STEPS', { field: 'edits', limit });
  const length = Buffer.byteLength(JSON.stringify(edits.map(({ result }) => result)));
  if (length > bytes) throw new Rejection('INVALID_STEPS', { field: 'bytes', limit: bytes });
}

/** Empty where it is so already. */
async function plannedEdit(
  applying: Applying,
  { body: wanted, drawn, ...thing }: Wanted,
): Promise<readonly PlannedEdit[]> {
  const found = await findEdited(applying, thing);
  const base = found?.body ?? null;
  if (wanted === null) {
    return base === null ? [] : [{ ...thing, action: 'DELETE', body: null, base, result: null }];
  }
  if (base === null)
    return [{ ...thing, action: 'CREATE', body: wanted, base, result: wanted, drawn }];
  const result: Body = Object.fromEntries(
    Object.entries(base).map(([name, value]) => [name, name in wanted ? wanted[name] : value]),
  );
  if (isSameJson(base, result)) return [];
  return [{ ...thing, action: 'UPDATE', body: result, base, result }];
}
