import * as z from 'zod/mini';
import { namedRuleSchema } from '../experiments/named-rule.ts';
import { METRIC } from '../metrics/metric.ts';
import { PROPERTY } from '../properties/property.ts';
import { TARGET_GROUP } from '../target-groups/target-group.ts';
import { TOGGLE } from '../toggles/toggle.ts';

/** Must be raised when documents of the new format can no longer be read as ones of the old format. */
export const DOCUMENT_FORMAT = 'comporta-application-1';

const documentPropertySchema = z.object(PROPERTY.document);
export type DocumentProperty = z.infer<typeof documentPropertySchema>;

const documentTargetGroupSchema = z.object(TARGET_GROUP.document);
export type DocumentTargetGroup = z.infer<typeof documentTargetGroupSchema>;

const documentToggleSchema = z.object({
  ...TOGGLE.document,
  archived: z.optional(z.boolean()),
});
export type DocumentToggle = z.infer<typeof documentToggleSchema>;

const documentMetricSchema = z.object(METRIC.document);
export type DocumentMetric = z.infer<typeof documentMetricSchema>;

export const SALT_MAX_CHARS = 200;

const documentRuleSchema = z.extend(namedRuleSchema, {
  /** Null or empty: no name. Absent: the stored rule keeps its name. */
  name: z.optional(z.nullable(z.string())),
});

const experimentSchema = z.object({
  environment: z.string(),
  toggle: z.string(),
  status: z.enum(['ACTIVE', 'PAUSED']),
  salt: z.string().check(z.minLength(1)).check(z.maxLength(SALT_MAX_CHARS)),
  buckets: z.int().check(z.minimum(1)).check(z.maximum(10_000)),
  rules: z.readonly(z.array(documentRuleSchema)),
});
export type DocumentExperiment = z.infer<typeof experimentSchema>;

const environmentSettingsSchema = z.object({
  name: z.string(),
  /** Null: derived from its name. */
  production: z.optional(z.nullable(z.boolean())),
  countBulkAsExposure: z.optional(z.boolean()),
});

/**
 * A whole application with names in place of ids, so that it can be read, compared and imported elsewhere. Keys, users,
 * the webhook and analyses are not included: they belong to one installation, not to the application. This schema
 * checks only the shape; the checks of each entity decide whether the contents are allowed.
 */
export const applicationDocumentSchema = z.object({
  format: z.literal(DOCUMENT_FORMAT),
  application: z.string(),
  environments: z.readonly(z.array(z.string())),
  /** Settings of environments; an omitted setting stays as it is stored. */
  environmentSettings: z.optional(z.readonly(z.array(environmentSettingsSchema))),
  properties: z.readonly(z.array(documentPropertySchema)),
  targetGroups: z.readonly(z.array(documentTargetGroupSchema)),
  toggles: z.readonly(z.array(documentToggleSchema)),
  experiments: z.readonly(z.array(experimentSchema)),
  /** Absent when there are none, and in documents from before metrics existed: then the stored ones stay. */
  metrics: z.optional(z.readonly(z.array(documentMetricSchema))),
});
export type ApplicationDocument = z.infer<typeof applicationDocumentSchema>;
