import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { documented, id } from './shapes.ts';

/** The limit of one call. */
export const MAX_BULK_ROWS = 200;

export const bulkIds = documented(z.readonly(z.array(id)), {
  description: `At most ${MAX_BULK_ROWS} ids; duplicates are ignored.`,
});

/** The result for one of the ids that were sent. With `error_code`, it was left unchanged. */
export interface BulkRow {
  readonly id: string;
  readonly error_code?: ErrorCode | undefined;
  readonly meta_data?: unknown;
}

/** What the policy of an environment, or a role in it, may refuse any row for. */
const OF_POLICIES = [
  'APPROVAL_REQUIRED',
  'FROZEN',
  'ENVIRONMENT_READ_ONLY',
  'EMPTY_REASON',
] as const satisfies readonly ErrorCode[];

/** @param codes the reasons for which single rows may be refused; the other rows are changed nevertheless */
export function bulkResultSchema(codes: readonly ErrorCode[]) {
  // Rows are typed with any code, not only the declared ones. The schema rejects undeclared codes at run time.
  const code = z.enum([...new Set([...codes, ...OF_POLICIES])]) as z.ZodMiniType<ErrorCode>;
  return z.object({
    results: z.array(
      z.object({
        id,
        error_code: documented(z.optional(code), {
          description: 'Why this one was not changed; absent if it was.',
        }),
        meta_data: z.optional(z.unknown()),
      }),
    ),
  });
}
