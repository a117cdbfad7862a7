import { recordOf } from '@comporta/contract/record-of';
import { z } from 'zod';

/** flagd's file of flag definitions, as its `fileProvider` reads it. Unknown fields are ignored. */
const flagSchema = z.object({
  state: z.enum(['ENABLED', 'DISABLED']),
  variants: recordOf(z.unknown()),
  defaultVariant: z.string().nullish(),
  targeting: z.unknown().optional(),
});
export type FlagdFlag = z.infer<typeof flagSchema>;

export const flagdDefinitionsSchema = z.object({
  flags: recordOf(flagSchema),
  $evaluators: z.optional(recordOf(z.unknown())),
});
export type FlagdDefinitions = z.infer<typeof flagdDefinitionsSchema>;
