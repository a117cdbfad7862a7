import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented } from '../shapes.ts';
import { EVENTS_MAX_BYTES, eventSchema, ITEM_CODES } from './event.ts';

export const reportEvents = endpoint({
  method: 'POST',
  path: '/api/events',
  summary: 'Report exposures and events of users; the response comes after they are stored',
  access: 'environmentOrClientKey',
  programs: 'refused',
  body: z.object({
    sentAt: documented(z.optional(z.string()), {
      description:
        "The sender's time at sending (as `at`); event times are corrected if its clock is more than a minute off.",
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
});
