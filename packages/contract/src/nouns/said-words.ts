import { EXPERIMENT_STATUSES } from '@comporta/engine/vocabulary';
import { ANALYSIS_STATES } from '../analyses/analysis.ts';
import { APPLICATION, NOTIFICATION_LANGUAGES } from '../applications/application.ts';
import type { Said } from '../fields.ts';
import { METRIC } from '../metrics/metric.ts';
import { PROPERTY } from '../properties/property.ts';
import { TARGET_GROUP } from '../target-groups/target-group.ts';
import { TOGGLE } from '../toggles/toggle.ts';
import type { EntityType } from './records.ts';

/** The reasons for which the service itself stops an analysis. People write others. */
const REASONS = ['EXPERIMENT_DELETED', 'ENVIRONMENT_DELETED', 'RULE_GONE'] as const;

/** The recorded fields whose values are words, for each kind of entity. */
export const SAID_WORDS = {
  application: APPLICATION.said,
  environment: {},
  environmentKey: {},
  clientKey: {},
  property: PROPERTY.said,
  targetGroup: TARGET_GROUP.said,
  toggle: TOGGLE.said,
  experiment: { status: { words: EXPERIMENT_STATUSES, as: 'experiment.status' } },
  metric: METRIC.said,
  eventKey: {},
  analysis: {
    state: { words: ANALYSIS_STATES, as: 'analysis.state' },
    reason: { words: REASONS, as: 'analysis.stoppedBecause' },
  },
  // Only old entries have it.
  user: { language: { words: NOTIFICATION_LANGUAGES, as: 'language' } },
  account: {},
  accountKey: {},
} as const satisfies Readonly<Record<EntityType, Readonly<Record<string, Said>>>>;

type MessagesOf<One> = One extends Said<infer Word, infer As> ? `${As}.${Word}` : never;
type MessagesOfEach<Fields> = { [Name in keyof Fields]: MessagesOf<Fields[Name]> }[keyof Fields];

/** The messages that say these words. */
export type WordMessage = {
  [Type in EntityType]: MessagesOfEach<(typeof SAID_WORDS)[Type]>;
}[EntityType];
