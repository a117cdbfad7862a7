import { type ChangeRequest, LATE_BY } from '@comporta/contract/change-requests/change-request';
import type { RequestStart } from '@comporta/contract/change-requests/request-state';
import type { RequestBody } from '../../data/change-request-queries.ts';
import {
  chosenMoment,
  type MomentChoice,
  momentChoice,
  nextHour,
} from '../../parts/apply/moment-choice.ts';
import { bodyOfRequest } from './body-of-request.ts';

/** What can be changed of a request beside its edits. */
export interface EditForm {
  readonly title: string;
  readonly reason: string;
  readonly start: RequestStart;
  readonly at: MomentChoice;
  /** Seconds. */
  readonly lateBy: number;
}

export function formOf(request: ChangeRequest, now: Date): EditForm {
  const { title, reason, start, startAt, lateBy } = request;
  const at = startAt === null ? nextHour(now) : momentChoice(startAt);
  return { title, reason, start, at, lateBy };
}

/** The request as it is sent; undefined while its time is open. */
export function bodyOfForm(request: ChangeRequest, form: EditForm): RequestBody | undefined {
  const { title, reason, start, lateBy } = form;
  const startAt = start === 'AT' ? startOf(request, form) : null;
  if (startAt === undefined) return undefined;
  return { ...bodyOfRequest(request), title, reason, start, startAt, lateBy };
}

/** Whether approvals of the request are of another content after this edit. A title and a reason are none. Source: SAF-24. */
export function isOtherContent(request: ChangeRequest, form: EditForm): boolean {
  const body = bodyOfForm(request, form);
  const { start, startAt, lateBy } = request;
  return body?.start !== start || body.startAt !== startAt || body.lateBy !== lateBy;
}

/** A time that nobody has touched stays as it is, with its seconds. */
function startOf({ startAt }: ChangeRequest, { at }: EditForm): string | undefined {
  const before = startAt === null ? undefined : momentChoice(startAt);
  const isSame = before?.local === at.local && before.which === at.which;
  return startAt !== null && isSame ? startAt : chosenMoment(at)?.toISOString();
}

const HOUR = 3600;
/** How late a step may be, with that of the request. */
export function latenessChoices(present: number): readonly number[] {
  const usual = [10 * 60, LATE_BY.default, 4 * HOUR, 24 * HOUR, LATE_BY.max];
  return [...new Set([...usual, present])].sort((one, other) => one - other);
}
