import * as z from 'zod/mini';
import { NEWER_WORDS_SINCE } from '../conditions/newer-words.ts';
import { endpoint } from '../endpoint.ts';
import { documented } from '../shapes.ts';

/** The most days that one call lists. */
export const USAGE_DAYS_MOST = 400;
const USAGE_DAYS = 30;

const programShape = {
  service: documented(z.string(), { description: 'As the program names it; empty for none.' }),
  sdk: documented(z.string(), {
    description:
      'The first product of the User-Agent. `Mozilla` stands for all browsers, and an empty text for those that name none, and those for which there is no room.',
  }),
  version: z.string(),
  trusted: documented(z.boolean(), {
    description: 'False with a client key, which anybody may have.',
  }),
};

export const dayUsesSchema = documented(
  z.object({
    day: documented(z.string(), { description: 'UTC day, such as `2026-11-28`.' }),
    value: documented(z.nullable(z.string()), {
      description:
        'The value or, of one longer than 64 bytes, its mark; null for one that the toggle did not have, and where there was no room for details.',
    }),
    ruleId: documented(z.nullable(z.string()), {
      description: 'Null where no rule decided, and where `value` is null.',
    }),
    count: z.int(),
  }),
  { id: 'DayUses', description: 'How often a value was asked for on a day.' },
);
export type DayUses = z.infer<typeof dayUsesSchema>;

export const usingClientSchema = documented(
  z.object({ ...programShape, lastUseAt: z.iso.datetime() }),
  { id: 'UsingClient', description: 'A program that asked for the toggle by its name.' },
);
export type UsingClient = z.infer<typeof usingClientSchema>;

export const toggleUsageSchema = documented(
  z.object({
    countingSince: documented(z.iso.datetime(), {
      description: 'Uses before it were not counted.',
    }),
    days: z.array(dayUsesSchema),
    clients: z.array(usingClientSchema),
  }),
  { id: 'ToggleUsage' },
);
export type ToggleUsage = z.infer<typeof toggleUsageSchema>;

export const getToggleUsage = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/toggles/:id/usage',
  summary: 'Get how often, and by which programs, a toggle was asked for in an environment',
  access: 'user',
  programs: 'read',
  query: z.object({
    envId: documented(z.optional(z.string()), {
      description: 'Id of the environment. Needed.',
    }),
    days: documented(z.optional(z.string()), {
      description: `How many days up to today, 1 to ${USAGE_DAYS_MOST}; by default ${USAGE_DAYS}.`,
    }),
  }),
  result: toggleUsageSchema,
  errors: ['UNKNOWN_ENVIRONMENT', 'LIMIT_EXCEEDED'],
});

export const seenClientSchema = documented(
  z.object({
    ...programShape,
    lastSeenAt: z.iso.datetime(),
    reportsUses: documented(z.boolean(), {
      description: 'False if it got values in the last 30 days whose uses it does not report.',
    }),
    evaluates: documented(z.boolean(), {
      description:
        'Whether it evaluates rules itself: an SDK of ours, or an edge node, with an environment key.',
    }),
    isOlderReader: documented(z.boolean(), {
      description: `Whether it evaluated rules in the last 7 days with a release before ${NEWER_WORDS_SINCE}: it does not know the newer words of rules, and gives a toggle with one its default value.`,
    }),
  }),
  { id: 'SeenClient', description: 'A program that asks for the toggles of an environment.' },
);
export type SeenClient = z.infer<typeof seenClientSchema>;

export const listClients = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/envs/:envId/clients',
  summary: 'List the programs that asked for toggles of an environment, the last one first',
  access: 'user',
  programs: 'read',
  result: z.array(seenClientSchema),
});

/** How many days a query asks for; undefined for what is no such number. */
export function usageDays(given: string | undefined): number | undefined {
  if (given === undefined) return USAGE_DAYS;
  const days = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  return days >= 1 && days <= USAGE_DAYS_MOST ? days : undefined;
}
