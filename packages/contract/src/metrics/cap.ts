import * as z from 'zod/mini';
import { draftText } from '../shapes.ts';

/** ABSOLUTE has the unit of the metric; PERCENTILE is computed when an analysis starts. */
export const CAP_TYPES = ['NONE', 'ABSOLUTE', 'PERCENTILE'] as const;

/** The limit of a user's total: a number, or a percentile that is computed when an analysis starts. */
export const capSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('NONE') }),
  z.object({ type: z.literal('ABSOLUTE'), value: z.number() }),
  z.object({ type: z.literal('PERCENTILE'), value: z.number() }),
]);
export type Cap = z.infer<typeof capSchema>;

const NO_CAP: CapDraft = { type: 'NONE' };

/** A missing cap is none. */
export const capDraftSchema = z.pipe(
  z.nullish(z.object({ type: draftText, value: z.nullish(z.number()) })),
  z.transform((cap): CapDraft => cap ?? NO_CAP),
);
/** Not checked: any type, and a value that need not fit it. */
export interface CapDraft {
  readonly type: string;
  readonly value?: number | null | undefined;
}

/** Returns the cap as it is stored; undefined when its type or value is invalid. */
export function checkCap({ type: sent, value }: CapDraft): Cap | undefined {
  const type = CAP_TYPES.find((known) => known === sent);
  switch (type) {
    case undefined:
      return undefined;
    case 'NONE':
      return { type };
    case 'ABSOLUTE':
      return value && value > 0 ? { type, value } : undefined;
    case 'PERCENTILE':
      return value && value >= 50 && value <= 100 ? { type, value } : undefined;
  }
}
