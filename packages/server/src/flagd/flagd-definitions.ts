import { z } from 'zod';

/** flagd's file of flag definitions, as its `fileProvider` reads it. Unknown fields are ignored. */
const flagSchema = z.object({
  state: z.enum(['ENABLED', 'DISABLED']),
  variants: z.record(z.string(), z.unknown()),
  defaultVariant: z.string().nullish(),
  targeting: z.unknown().optional(),
});
export type FlagdFlag = z.infer<typeof flagSchema>;

export const flagdDefinitionsSchema = z.object({
  flags: z.record(z.string(), flagSchema),
  $evaluators: z.record(z.string(), z.unknown()).optional(),
});
export type FlagdDefinitions = z.infer<typeof flagdDefinitionsSchema>;
