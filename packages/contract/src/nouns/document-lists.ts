import * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import { EXPERIMENT_CODES } from '../experiments/experiment.ts';
import { namedRuleSchema } from '../experiments/named-rule.ts';
import { ID_LIST, ID_LIST_CODES } from '../id-lists/id-list.ts';
import { METRIC, METRIC_CODES } from '../metrics/metric.ts';
import { PROPERTY, PROPERTY_CODES } from '../properties/property.ts';
import { TARGET_GROUP, TARGET_GROUP_CODES } from '../target-groups/target-group.ts';
import { TOGGLE, TOGGLE_CODES } from '../toggles/toggle.ts';
import type { EntityType } from './records.ts';

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

const documentIdListSchema = z.object(ID_LIST.document);
export type DocumentIdList = z.infer<typeof documentIdListSchema>;

export const SALT_MAX_CHARS = 200;

const documentRuleSchema = z.extend(namedRuleSchema, {
  /** Null or empty: no name. Absent: the stored rule keeps its name. */
  name: z.optional(z.nullable(z.string())),
});

const documentExperimentSchema = z.object({
  environment: z.string(),
  toggle: z.string(),
  status: z.enum(['ACTIVE', 'PAUSED']),
  salt: z.string().check(z.minLength(1)).check(z.maxLength(SALT_MAX_CHARS)),
  buckets: z.int().check(z.minimum(1)).check(z.maximum(10_000)),
  rules: z.readonly(z.array(documentRuleSchema)),
});
export type DocumentExperiment = z.infer<typeof documentExperimentSchema>;

/** The lists of an application's document. A list that came later is optional: without it, what is stored stays. */
export const DOCUMENT_LISTS = {
  properties: z.readonly(z.array(documentPropertySchema)),
  targetGroups: z.readonly(z.array(documentTargetGroupSchema)),
  toggles: z.readonly(z.array(documentToggleSchema)),
  experiments: z.readonly(z.array(documentExperimentSchema)),
  metrics: z.optional(z.readonly(z.array(documentMetricSchema))),
  idLists: z.optional(z.readonly(z.array(documentIdListSchema))),
};
export type DocumentList = keyof typeof DOCUMENT_LISTS;

/** What the entities of each list are called, and why an import may refuse one. */
export const LISTED_NOUNS = {
  properties: { type: 'property', codes: PROPERTY_CODES },
  targetGroups: { type: 'targetGroup', codes: TARGET_GROUP_CODES },
  toggles: { type: 'toggle', codes: TOGGLE_CODES },
  experiments: { type: 'experiment', codes: EXPERIMENT_CODES },
  metrics: { type: 'metric', codes: METRIC_CODES },
  idLists: { type: 'idList', codes: ID_LIST_CODES },
} as const satisfies Readonly<
  Record<DocumentList, { readonly type: EntityType; readonly codes: readonly ErrorCode[] }>
>;
