import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, id } from '../shapes.ts';

/** Number of days that are listed for each event key. */
export const EVENT_KEY_DAYS = 14;

/** The kind of key with which an event key was first sent. */
export const EVENT_KEY_SOURCES = ['SERVER', 'CLIENT'] as const;

export const eventKeySchema = documented(
  z.object({
    key: z.string(),
    introducedBy: documented(z.enum(EVENT_KEY_SOURCES), {
      description:
        'SERVER once an environment key or a metric uses it; CLIENT while only client keys have sent it.',
    }),
    lastEventAt: documented(z.optional(z.iso.datetime()), {
      description: 'The last event of these days; absent without one, and where `users` is absent.',
    }),
    days: documented(z.array(z.int()), {
      description: `Number of events on each of the last ${EVENT_KEY_DAYS} days (UTC), today last.`,
    }),
    users: documented(z.optional(z.int()), {
      description:
        'Number of users with such an event in these days; estimated if there are many events. Absent while the store of events does not answer.',
    }),
  }),
  { id: 'EventKey', description: 'A name that a system gives to its events.' },
);
export type EventKey = z.infer<typeof eventKeySchema>;

export const listEventKeys = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/event-keys',
  summary: 'List the event keys that an application has sent',
  access: 'user',
  programs: 'read',
  result: z.array(eventKeySchema),
});

export const deleteEventKey = endpoint({
  method: 'DELETE',
  path: '/api/apps/:appId/event-keys/:key',
  summary: 'Delete an event key that no metric uses; an event of a server with it brings it back',
  access: 'user',
  programs: 'write',
  status: 204,
  errors: ['EVENT_KEY_IN_USE'],
});

/** Events of one environment that were refused for one reason. Source: RES-112. */
export const refusedEventsSchema = documented(
  z.object({
    envId: id,
    environmentName: z.string(),
    code: documented(z.string(), { description: 'The code of the items, as in POST /api/events.' }),
    count: z.int(),
  }),
  { id: 'RefusedEvents', description: 'Events of an environment that were refused.' },
);
export type RefusedEvents = z.infer<typeof refusedEventsSchema>;

export const listRefusedEvents = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/refused-events',
  summary: 'Count the events that were refused in the last 24 hours, the most frequent first',
  access: 'user',
  programs: 'read',
  result: z.array(refusedEventsSchema),
});
