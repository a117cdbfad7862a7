import type { Endpoint } from '@comporta/contract/endpoint';
import { ApiError } from './api-error.ts';

/** What a write says of its change. Source: SAF-27, SAF-28. */
export interface ChangeSaid {
  readonly reason: string;
  /** Only from administrators: neither approvals nor the end of a freeze are waited for. */
  readonly isBypass: boolean;
}

/** A write as it was sent, and its refusal. */
export interface RefusedWrite {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** The version that it was to replace. */
  readonly ifMatch: number | undefined;
  readonly error: ApiError;
}

/** Resolves to what to send the write with again; rejects with the error that the caller gets. */
type Answer = (refused: RefusedWrite) => Promise<ChangeSaid>;

let answer: Answer = ({ error }) => Promise.reject(error);

/** Sets who answers refused writes. The shell calls this once. */
export function answerRefusedWritesWith(next: Answer): void {
  answer = next;
}

export function answerRefusedWrite(refused: RefusedWrite): Promise<ChangeSaid> {
  return answer(refused);
}

/** What an environment may refuse any write with. */
const OF_ENVIRONMENTS = ['APPROVAL_REQUIRED', 'FROZEN', 'EMPTY_REASON', 'ENVIRONMENT_READ_ONLY'];

/** Whether an environment asks for more than the write brought. A refusal with a place is for the form that has it. */
export function asksForMore({ code, meta }: Pick<ApiError, 'code' | 'meta'>): boolean {
  return code !== undefined && OF_ENVIRONMENTS.includes(code) && meta.at === undefined;
}

/** Whether the user has answered the refusal in a dialog, so that there is nothing left to report. */
export function isAnswered(error: unknown): boolean {
  return error instanceof ApiError && error.answer !== undefined;
}

/** Whether the refused change was filed as a change request. */
export function isFiled(error: unknown): boolean {
  return error instanceof ApiError && typeof error.answer === 'object';
}
