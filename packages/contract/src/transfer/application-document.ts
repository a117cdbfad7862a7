import { PROPERTY_TYPES, VALUE_TYPES } from '@comporta/engine/vocabulary';
import { z } from 'zod';
import { recordOf } from '../record-of.ts';

/** Raised when a document of today can no longer be read as one of before. */
export const DOCUMENT_FORMAT = 'comporta-application-1';

const conditionSchema = z.object({
  property: z.string().meta({ description: 'The key of a property, or `uid`.' }),
  expression: z.string(),
  term: z.string(),
});

const ruleSchema = z.object({
  type: z.string(),
  propertyRule: conditionSchema.optional(),
  targetGroupRule: z
    .object({ policy: z.string(), targetGroups: z.array(z.string()).readonly() })
    .optional(),
  toggleDependencyRule: z.object({ toggle: z.string(), value: z.string() }).optional(),
  versionRule: conditionSchema.optional(),
  valueSpec: z.object({
    type: z.string(),
    exactValue: z.string().optional(),
    split: recordOf(z.number()).optional(),
  }),
});
export type DocumentRule = z.infer<typeof ruleSchema>;

const propertySchema = z.object({
  key: z.string(),
  type: z.enum(PROPERTY_TYPES),
  description: z.string().default(''),
});
export type DocumentProperty = z.infer<typeof propertySchema>;

const targetGroupSchema = z.object({
  name: z.string(),
  description: z.string().default(''),
  policy: z.string(),
  conditions: z.array(conditionSchema).readonly(),
});
export type DocumentTargetGroup = z.infer<typeof targetGroupSchema>;

const toggleSchema = z.object({
  name: z.string(),
  description: z.string().default(''),
  values: z.array(z.string()).readonly(),
  defaultValue: z.string(),
  valueType: z.enum(VALUE_TYPES),
});
export type DocumentToggle = z.infer<typeof toggleSchema>;

const experimentSchema = z.object({
  environment: z.string(),
  toggle: z.string(),
  status: z.enum(['ACTIVE', 'PAUSED']),
  salt: z.string().min(1).max(200),
  buckets: z.int().min(1).max(10_000),
  rules: z.array(ruleSchema).readonly(),
});
export type DocumentExperiment = z.infer<typeof experimentSchema>;

/**
 * A whole application by names, so that it can be read, compared and brought elsewhere. Keys, users
 * and the webhook stay behind: they belong to the place, not to the application. Whether what stands
 * in it is allowed is for the checks of each entity to say.
 */
export const applicationDocumentSchema = z.object({
  format: z.literal(DOCUMENT_FORMAT),
  application: z.string(),
  environments: z.array(z.string()).readonly(),
  properties: z.array(propertySchema).readonly(),
  targetGroups: z.array(targetGroupSchema).readonly(),
  toggles: z.array(toggleSchema).readonly(),
  experiments: z.array(experimentSchema).readonly(),
});
export type ApplicationDocument = z.infer<typeof applicationDocumentSchema>;
