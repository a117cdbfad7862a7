import * as z from 'zod/mini';
import { KEY_CODES, problemsOfKey } from '../check-key.ts';
import { checkTexts } from '../check-texts.ts';
import type { ErrorCode } from '../errors.ts';
import {
  emptyDraft,
  field,
  fieldsOf,
  flag,
  keptWord,
  optionalText,
  requiredText,
  text,
  type ValueOf,
  word,
} from '../fields.ts';
import { type Checked, checked, type Problem } from '../problem.ts';
import { documented, id, version } from '../shapes.ts';
import { type Cap, capDraftSchema, capSchema, checkCap } from './cap.ts';

/** How a user's events are turned into a number. Source: RES-18. */
export const METRIC_KINDS = ['CONVERSION', 'COUNT', 'MEAN', 'RATIO', 'RETENTION'] as const;
export type MetricKind = (typeof METRIC_KINDS)[number];

/** Where the metric should go. */
export const METRIC_DIRECTIONS = ['UP', 'DOWN'] as const;

/** What a side of a ratio has of its event key. Source: RES-116. */
export const METRIC_AGGREGATES = ['SUM', 'COUNT'] as const;

export const EVENT_KEY = /^[A-Za-z0-9._:-]{1,64}$/;
export const WINDOW_MAX_HOURS = 2_160;
export const LOOKBACK_MAX_DAYS = 28;

/** A number with a default for drafts and documents that omit it. */
function number(stored: z.ZodMiniType<number, number>, missing: number) {
  const draft = z.pipe(
    z.nullish(z.number()),
    z.transform((value) => value ?? missing),
  );
  return field({ stored, draft, document: z._default(stored, missing) });
}

const direction = z.enum(METRIC_DIRECTIONS);

const NO_CAP: Cap = { type: 'NONE' };

export const METRIC = fieldsOf({
  key: text,
  name: requiredText({ maxChars: 50, empty: 'EMPTY_NAME', tooLong: 'NAME_TOO_LONG' }),
  description: optionalText({ maxChars: 100, tooLong: 'DESCRIPTION_TOO_LONG' }),
  kind: word(METRIC_KINDS, 'metric.kind'),
  eventKey: text,
  /** Only for RATIO; otherwise empty. */
  denominatorKey: field({ ...text, document: z._default(z.string(), '') }),
  /** Only for RATIO; otherwise SUM, as is what earlier releases stored. */
  numeratorOf: keptWord('0.3.0', METRIC_AGGREGATES, 'metric.aggregate'),
  denominatorOf: keptWord('0.3.0', METRIC_AGGREGATES, 'metric.aggregate'),
  better: field({
    stored: direction,
    draft: z.pipe(
      z.nullish(direction),
      z.transform((value) => value ?? 'UP'),
    ),
    document: z._default(direction, 'UP'),
    said: { words: METRIC_DIRECTIONS, as: 'metric.edit.better' },
  }),
  /** Only for RETENTION; otherwise 0. */
  fromHours: number(z.int(), 0),
  windowHours: number(z.int(), 168),
  lookbackDays: number(z.int(), 14),
  cap: field({ stored: capSchema, draft: capDraftSchema, document: z._default(capSchema, NO_CAP) }),
  /** Relative to the control's level: 0.05 is 5 percent. */
  margin: number(z.number(), 0.05),
  trusted: flag,
});

export const metricSchema = documented(z.object({ id, appId: id, ...METRIC.stored, version }), {
  id: 'Metric',
  description: 'How the events of a user become a figure that an analysis measures.',
});
export type Metric = z.infer<typeof metricSchema>;

export const metricDraftSchema = z.object(METRIC.draft);
export type MetricDraft = z.infer<typeof metricDraftSchema>;

/** The draft that a form for a new metric starts with. */
export const NEW_METRIC: MetricDraft = emptyDraft(METRIC);

export type MetricValue = ValueOf<typeof METRIC>;

export const METRIC_CODES = [
  ...KEY_CODES,
  'EMPTY_NAME',
  'NAME_TOO_LONG',
  'DESCRIPTION_TOO_LONG',
  'INVALID_CHARACTERS',
  'INVALID_METRIC_KIND',
  'EMPTY_EVENT_KEY',
  'INVALID_EVENT_KEY',
  'DENOMINATOR_REQUIRED',
  'INVALID_WINDOW',
  'INVALID_LOOKBACK',
  'INVALID_CAP',
  'INVALID_MARGIN',
] as const satisfies readonly ErrorCode[];
export type MetricCode = (typeof METRIC_CODES)[number];

/** Checks a metric, and clears fields that its kind does not use. Source: RES-18. */
export function checkMetric(draft: MetricDraft): Checked<MetricValue, MetricCode> {
  const key = draft.key.trim();
  const kind = METRIC_KINDS.find((known) => known === draft.kind);
  const { texts, problems: problemsOfTexts } = checkTexts(METRIC, draft);
  const { better, windowHours, lookbackDays, margin, trusted } = draft;
  const eventKey = draft.eventKey.trim();
  const denominatorKey = kind === 'RATIO' ? draft.denominatorKey.trim() : '';
  const { numeratorOf = 'SUM', denominatorOf = 'SUM' } = kind === 'RATIO' ? draft : {};
  const fromHours = kind === 'RETENTION' ? draft.fromHours : 0;
  const cap = checkCap(draft.cap);

  const problems: Problem<MetricCode>[] = [...problemsOfKey(key), ...problemsOfTexts];
  if (kind === undefined) problems.push({ code: 'INVALID_METRIC_KIND', at: ['kind'] });
  problems.push(...problemsOfEventKey('eventKey', eventKey, 'EMPTY_EVENT_KEY'));
  if (kind === 'RATIO') {
    // The same figure on both sides would be 1 for everybody.
    const isSame = denominatorKey === eventKey && denominatorOf === numeratorOf;
    problems.push(
      ...problemsOfEventKey('denominatorKey', isSame ? '' : denominatorKey, 'DENOMINATOR_REQUIRED'),
    );
  }
  if (!isWithin(windowHours, 1, WINDOW_MAX_HOURS)) {
    problems.push({ code: 'INVALID_WINDOW', at: ['windowHours'] });
  } else if (!isWithin(fromHours, 0, windowHours - 1)) {
    problems.push({ code: 'INVALID_WINDOW', at: ['fromHours'], also: [['windowHours']] });
  }
  if (!isWithin(lookbackDays, 0, LOOKBACK_MAX_DAYS)) {
    problems.push({ code: 'INVALID_LOOKBACK', at: ['lookbackDays'] });
  }
  if (cap === undefined) problems.push({ code: 'INVALID_CAP', at: ['cap'] });
  if (!(margin >= 0 && margin <= 1)) problems.push({ code: 'INVALID_MARGIN', at: ['margin'] });

  return checked(
    {
      key,
      ...texts,
      kind: kind ?? 'CONVERSION',
      eventKey,
      denominatorKey,
      numeratorOf,
      denominatorOf,
      better,
      fromHours,
      windowHours,
      lookbackDays,
      cap: cap ?? NO_CAP,
      margin,
      trusted,
    },
    problems,
  );
}

function problemsOfEventKey(
  field: 'eventKey' | 'denominatorKey',
  eventKey: string,
  empty: 'EMPTY_EVENT_KEY' | 'DENOMINATOR_REQUIRED',
): Problem<MetricCode>[] {
  if (eventKey === '') return [{ code: empty, at: [field] }];
  return EVENT_KEY.test(eventKey) ? [] : [{ code: 'INVALID_EVENT_KEY', at: [field] }];
}

function isWithin(value: number, from: number, to: number): boolean {
  return Number.isInteger(value) && value >= from && value <= to;
}
