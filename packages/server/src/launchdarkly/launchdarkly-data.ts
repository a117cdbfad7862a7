import { recordOf } from '@comporta/contract/record-of';
import { z } from 'zod';

/** What LaunchDarkly answers to its server SDKs, and what their file data source reads. Unknown fields are ignored. */
const clauseSchema = z.object({
  attribute: z.string().nullish(),
  op: z.string(),
  values: z.array(z.unknown()),
  negate: z.boolean().nullish(),
  contextKind: z.string().nullish(),
});
export type Clause = z.infer<typeof clauseSchema>;

const choiceSchema = z.object({
  variation: z.number().nullish(),
  rollout: z
    .object({
      kind: z.string().nullish(),
      contextKind: z.string().nullish(),
      bucketBy: z.string().nullish(),
      variations: z.array(z.object({ variation: z.number(), weight: z.number() })),
    })
    .nullish(),
});
export type Choice = z.infer<typeof choiceSchema>;

const membersSchema = z.object({ values: z.array(z.string()), contextKind: z.string().nullish() });
export type Members = z.infer<typeof membersSchema>;

const targetSchema = membersSchema.extend({ variation: z.number() });

const flagSchema = z.object({
  deleted: z.boolean().nullish(),
  on: z.boolean().nullish(),
  variations: z.array(z.unknown()),
  offVariation: z.number().nullish(),
  fallthrough: choiceSchema.nullish(),
  targets: z.array(targetSchema).nullish(),
  contextTargets: z.array(targetSchema).nullish(),
  rules: z.array(choiceSchema.extend({ clauses: z.array(clauseSchema).nullish() })).nullish(),
  prerequisites: z.array(z.object({ key: z.string(), variation: z.number() })).nullish(),
  clientSide: z.boolean().nullish(),
  clientSideAvailability: z
    .object({ usingEnvironmentId: z.boolean().nullish(), usingMobileKey: z.boolean().nullish() })
    .nullish(),
});
export type Flag = z.infer<typeof flagSchema>;

const segmentRuleSchema = z.object({
  clauses: z.array(clauseSchema).nullish(),
  weight: z.number().nullish(),
  bucketBy: z.string().nullish(),
});
export type SegmentRule = z.infer<typeof segmentRuleSchema>;

const segmentSchema = z.object({
  deleted: z.boolean().nullish(),
  unbounded: z.boolean().nullish(),
  included: z.array(z.string()).nullish(),
  excluded: z.array(z.string()).nullish(),
  includedContexts: z.array(membersSchema).nullish(),
  excludedContexts: z.array(membersSchema).nullish(),
  rules: z.array(segmentRuleSchema).nullish(),
});
export type Segment = z.infer<typeof segmentSchema>;

export const launchdarklyDataSchema = z
  .object({
    flags: z.optional(recordOf(flagSchema)),
    flagValues: z.optional(recordOf(z.unknown())),
    segments: z.optional(recordOf(segmentSchema)),
  })
  .refine(({ flags, flagValues }) => flags !== undefined || flagValues !== undefined);
export type LaunchdarklyData = z.infer<typeof launchdarklyDataSchema>;
