import { z } from 'zod';

/** The response of Unleash to its server SDKs (`GET /api/client/features`). Unknown fields are ignored. */
const constraintSchema = z.object({
  contextName: z.string(),
  operator: z.string(),
  values: z.array(z.string()).nullish(),
  value: z.union([z.string(), z.number()]).nullish(),
  inverted: z.boolean().nullish(),
  caseInsensitive: z.boolean().nullish(),
});
export type UnleashConstraint = z.infer<typeof constraintSchema>;

export const strategySchema = z.object({
  name: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])).nullish(),
  constraints: z.array(constraintSchema).nullish(),
  segments: z.array(z.number()).nullish(),
  variants: z.array(z.unknown()).nullish(),
  disabled: z.boolean().nullish(),
});
export type UnleashStrategy = z.infer<typeof strategySchema>;

export const dependencySchema = z.object({
  feature: z.string(),
  enabled: z.boolean().nullish(),
  variants: z.array(z.string()).nullish(),
});
export type UnleashDependency = z.infer<typeof dependencySchema>;

const featureSchema = z.object({
  name: z.string(),
  description: z.string().nullish(),
  enabled: z.boolean(),
  strategies: z.array(strategySchema).nullish(),
  variants: z.array(z.unknown()).nullish(),
  dependencies: z.array(dependencySchema).nullish(),
});
export type UnleashFeature = z.infer<typeof featureSchema>;

export const segmentSchema = z.object({
  id: z.number(),
  name: z.string().nullish(),
  /** Absent in what the console exports. */
  constraints: z.array(constraintSchema).optional(),
});
export type UnleashSegment = z.infer<typeof segmentSchema>;

export const unleashStateSchema = z.object({
  features: z.array(featureSchema),
  segments: z.array(segmentSchema).nullish(),
});
export type UnleashState = z.infer<typeof unleashStateSchema> & {
  /** Whether there may be more features than these. */
  readonly isPart?: boolean;
};
