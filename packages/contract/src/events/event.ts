import * as z from 'zod/mini';
import { recordOf } from '../record-of.ts';
import { documented } from '../shapes.ts';

/** The limit of one call. Source: RES-20. */
export const EVENTS_MOST = 1_000;
export const EVENTS_MAX_BYTES = 1024 * 1024;
export const UID_MAX_BYTES = 256;
/** How many properties an event may name. Source: RUL-36. */
export const UNITS_MOST = 5;
/** The largest value of an event, whatever its sign. Source: RES-20. */
export const EVENT_VALUE_MOST = 1e12;
/** How many event keys of an application servers may introduce; those of metrics are not counted. Source: FAIR-26. */
export const EVENT_KEYS_MOST = 200;
/** The same for client keys, which anybody may have. */
export const CLIENT_EVENT_KEYS_MOST = 20;

/** How many values and unknown names one report of uses may count; the rest is the next report's. Source: LIF-04. */
export const COUNTS_MOST = 1_000;
export const UNKNOWN_NAMES_MOST = 100;
/** So many counts weigh as one event. */
export const COUNTS_AN_EVENT = 5;
const COUNT_MOST = 1e9;

/** Why a single event of a call is refused. The other events of the call are stored. Source: RES-20. */
export const ITEM_CODES = [
  'INVALID_ITEM',
  'INVALID_ID',
  'INVALID_UID',
  'INVALID_KEY',
  'INVALID_VALUE',
  'TOO_OLD',
  'TOO_MANY_KEYS',
  'UNKNOWN_TOGGLE',
  'NOT_MEASURED',
  'AMBIGUOUS_RULE',
  'STALE_PHASE',
  'WRONG_ASSIGNMENT',
  'WRONG_UNIT',
  'NOT_TRUSTED',
] as const;
export type ItemCode = (typeof ITEM_CODES)[number];

const time = documented(z.string(), {
  description: 'A date-time of RFC 3339, with offset, in the years 1970 to 2199.',
});

/** A user got a value of a measured split. */
const exposureSchema = documented(
  z.object({
    type: z.literal('exposure'),
    toggle: z.string(),
    value: documented(z.optional(z.string()), {
      description: 'The value that was returned. Not needed with `phaseId` and `valueIndex`.',
    }),
    uid: documented(z.string(), {
      description: 'The user or, with `by`, the value of the property.',
    }),
    at: time,
    id: z.optional(z.string()),
    by: documented(z.optional(z.string()), {
      description:
        'Key of the property that the split divides by, as the metadata of the flag has it.',
    }),
    phaseId: z.optional(z.string()),
    valueIndex: documented(z.optional(z.int()), {
      description: "Position of the value in the toggle's list of values, from 0.",
    }),
    ruleId: z.optional(z.string()),
    reason: z.optional(z.string()),
    segments: documented(z.optional(recordOf(z.unknown())), {
      description: "The user's segment properties of the plan, by property key.",
    }),
  }),
  { id: 'ExposureEvent' },
);

/** A user did something that a metric may count. */
const trackSchema = documented(
  z.object({
    type: z.literal('track'),
    id: documented(z.string(), {
      description:
        'Id of the event: a UUID, preferably of version 7. Use the same when sending it again.',
    }),
    key: z.string(),
    value: z.optional(z.number()),
    uid: documented(z.optional(z.string()), { description: 'May be absent with `units`.' }),
    at: time,
    units: documented(z.optional(recordOf(z.string())), {
      description:
        'One to five property keys with their values, for measured splits by these properties. Other keys are ignored.',
    }),
  }),
  { id: 'TrackEvent' },
);

const uses = documented(z.int().check(z.minimum(1), z.maximum(COUNT_MOST)), {
  description: 'How often, since the report before.',
});

/** How often a program asked for toggles by their names. */
const countSchema = documented(
  z.object({
    type: z.literal('count'),
    at: time,
    sender: documented(z.optional(z.uuid()), {
      description:
        'The process that reports, a random UUID. With an environment key a report counts once; with a client key it is ignored.',
    }),
    seq: documented(z.optional(z.int().check(z.minimum(1))), {
      description:
        'Number of the report, which rises. Needed with `sender`; the same when it is sent again.',
    }),
    client: documented(z.optional(z.string().check(z.maxLength(512))), {
      description: 'User-Agent of the program that asked, where another one reports it.',
    }),
    counts: documented(
      z
        .array(
          z.object({
            toggle: z.string(),
            value: documented(z.string(), {
              description:
                'The value that was returned or, of one longer than 64 bytes of UTF-8, `#`, 8 hex digits of its murmur3, `:` and its length in UTF-16 units.',
            }),
            ruleId: z.optional(z.string()),
            n: uses,
          }),
        )
        .check(z.maxLength(COUNTS_MOST)),
      { description: `Uses of toggles; at most ${COUNTS_MOST}.` },
    ),
    unknown: documented(
      z.optional(
        z.array(z.object({ toggle: z.string(), n: uses })).check(z.maxLength(UNKNOWN_NAMES_MOST)),
      ),
      { description: `Names that the environment lacks; at most ${UNKNOWN_NAMES_MOST}.` },
    ),
    asked: documented(z.optional(z.enum(['BULK', 'SNAPSHOT'])), {
      description:
        'BULK: it got all values at once and does not count what it uses of them. SNAPSHOT: it fetched the rules.',
    }),
    end: documented(z.optional(z.literal(true)), {
      description: 'The process ends: this was its last report.',
    }),
  }),
  { id: 'CountEvent' },
);

/**
 * What an item of `POST /api/events` looks like. Each is judged separately, so a bad one does not refuse the others.
 */
export const eventSchema = z.discriminatedUnion('type', [exposureSchema, trackSchema, countSchema]);
export type ExposureEvent = z.infer<typeof exposureSchema>;
export type TrackEvent = z.infer<typeof trackSchema>;
export type CountEvent = z.infer<typeof countSchema>;
export type ReportedEvent = z.infer<typeof eventSchema>;
