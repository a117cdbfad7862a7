import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented } from '../shapes.ts';
import { EVENTS_MAX_BYTES, eventSchema, ITEM_CODES } from './event.ts';

export const reportEvents = endpoint({
  method: 'POST',
  path: '/api/events',
  summary: 'Report what users saw and did; answered once it is stored',
  access: 'environmentOrClientKey',
  accountKey: 'refused',
  body: z.object({
    sentAt: documented(z.optional(z.string()), {
      description: "The sender's clock when it sent this, which mends the times of the events.",
    }),
    events: z.array(eventSchema),
  }),
  bodyLimitBytes: EVENTS_MAX_BYTES,
  result: documented(
    z.object({
      accepted: z.int(),
      duplicates: z.int(),
      rejected: z.array(z.object({ index: z.int(), code: z.enum(ITEM_CODES) })),
    }),
    { id: 'EventsReport' },
  ),
  status: 200,
  errors: [],
});
