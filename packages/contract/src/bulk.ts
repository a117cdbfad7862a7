import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { documented, id } from './shapes.ts';

/** Of one call. */
export const MAX_BULK_ROWS = 200;

export const bulkIds = documented(z.readonly(z.array(id)), {
  description: `At most ${MAX_BULK_ROWS}; one that is named twice counts once.`,
});

/** One of the ids that were sent, and why it was left as it is. */
export interface BulkRow {
  readonly id: string;
  readonly error_code?: ErrorCode | undefined;
  readonly meta_data?: unknown;
}

/** @param codes what single rows may be refused with; the others are changed all the same */
export function bulkResultSchema(codes: readonly ErrorCode[]) {
  // Whoever makes rows knows codes, and not which are declared: the schema refuses what is not.
  const code = z.enum(codes) as z.ZodMiniType<ErrorCode>;
  return z.object({
    results: z.array(
      z.object({
        id,
        error_code: documented(z.optional(code), {
          description: 'Why this one was left as it is; absent where it was changed.',
        }),
        meta_data: z.optional(z.unknown()),
      }),
    ),
  });
}
