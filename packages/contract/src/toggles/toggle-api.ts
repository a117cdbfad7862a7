import * as z from 'zod/mini';
import { bulkIds, bulkResultSchema } from '../bulk.ts';
import { endpoint } from '../endpoint.ts';
import { LIFETIMES } from '../lifecycle/lifecycle.ts';
import { savedBodySchema, savedVersionSchema } from '../saved-version.ts';
import { documented, id } from '../shapes.ts';
import { usageSchema } from '../usage.ts';
import { STALE_AFTER_DAYS, staleToggleSchema } from './stale-toggles.ts';
import { savedToggleSchema, TOGGLE_CODES, toggleDraftSchema, toggleSchema } from './toggle.ts';

const LIST = '/api/apps/:appId/toggles';
const ONE = '/api/apps/:appId/toggles/:id';

/** The experiments that go with their toggle. Without them a toggle with an experiment is refused. */
const withExperiments = z.object({
  experiments: documented(z.optional(z.string()), {
    description:
      'Ids of experiments of the toggle, separated by commas: these are deleted with it, in one transaction. A toggle with another experiment is refused.',
  }),
});

export const listToggles = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List the toggles of an application, sorted by name',
  access: 'user',
  programs: 'read',
  result: z.array(toggleSchema),
});

export const getToggle = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get a toggle',
  access: 'user',
  programs: 'read',
  result: toggleSchema,
});

export const createToggle = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Create a toggle',
  access: 'user',
  programs: 'write',
  body: toggleDraftSchema,
  result: toggleSchema,
  status: 201,
  errors: [...TOGGLE_CODES, 'UNKNOWN_OWNER', 'DUPLICATE_NAME', 'MAX_FEATURE_TOGGLES_LIMIT_REACHED'],
});

export const updateToggle = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Change a toggle; its name cannot change',
  access: 'user',
  programs: 'write',
  body: toggleDraftSchema,
  result: toggleSchema,
  errors: [...TOGGLE_CODES, 'UNKNOWN_OWNER', 'NAME_LOCKED', 'VALUE_IN_USE'],
});

export const archiveToggle = endpoint({
  method: 'POST',
  path: `${ONE}/archive`,
  summary:
    'Archive a toggle without an experiment, on which no rule depends; it still returns its default value',
  access: 'user',
  programs: 'write',
  query: withExperiments,
  result: toggleSchema,
  errors: ['EXPERIMENT_EXISTS', 'EXPERIMENT_DEPENDENCY_EXISTS'],
});

export const unarchiveToggle = endpoint({
  method: 'POST',
  path: `${ONE}/unarchive`,
  summary: 'Restore an archived toggle to lists and pickers',
  access: 'user',
  programs: 'write',
  result: toggleSchema,
});

export const deleteToggle = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a toggle without an experiment, on which no rule depends',
  access: 'user',
  programs: 'write',
  query: withExperiments,
  status: 204,
  errors: ['EXPERIMENT_EXISTS', 'EXPERIMENT_DEPENDENCY_EXISTS'],
});

export const getToggleUses = endpoint({
  method: 'GET',
  path: `${ONE}/used-by`,
  summary: 'List what a toggle is used by, in all environments',
  access: 'user',
  programs: 'read',
  result: z.object({
    experiments: documented(z.array(usageSchema), { description: 'Its own experiments.' }),
    dependents: documented(z.array(usageSchema), {
      description: 'Experiments of other toggles with a rule that depends on it.',
    }),
  }),
});

export const listToggleVersions = endpoint({
  method: 'GET',
  path: `${ONE}/versions`,
  summary: 'List the last 100 saved versions of a toggle, newest first',
  access: 'user',
  programs: 'read',
  result: z.array(savedVersionSchema),
});

export const getToggleVersion = endpoint({
  method: 'GET',
  path: `${ONE}/versions/:version`,
  summary: 'Get a saved version of a toggle',
  access: 'user',
  programs: 'read',
  result: savedBodySchema(savedToggleSchema),
});

export const listStaleToggles = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/stale-toggles',
  summary: `List the toggles that have returned the same value in every environment for ${STALE_AFTER_DAYS} days`,
  access: 'user',
  programs: 'read',
  result: z.array(staleToggleSchema),
});

export const countStaleToggles = endpoint({
  method: 'GET',
  path: '/api/accounts/stale-toggles',
  summary: 'Count the stale toggles of each application that has any',
  access: 'admin',
  programs: 'read',
  result: z.array(
    z.object({
      appId: id,
      count: documented(z.int(), {
        description:
          'Those that have returned one value everywhere, as `stale-toggles` lists them.',
      }),
      stale: documented(z.optional(z.int()), {
        description: 'Those that `lifecycle` calls stale.',
      }),
    }),
  ),
});

/** What can be done with many toggles in one call. */
export const TOGGLE_BULK_ACTIONS = [
  'ADD_TAGS',
  'REMOVE_TAGS',
  'SET_OWNER',
  'ARCHIVE',
  'UNARCHIVE',
  'DELETE',
  'SET_LIFETIME',
  'SNOOZE',
] as const;
export type ToggleBulkAction = (typeof TOGGLE_BULK_ACTIONS)[number];

/** Why a single toggle may be left unchanged. */
const BULK_CODES = [
  'NOT_FOUND',
  'UNCHANGED',
  'LIMIT_EXCEEDED',
  'UNKNOWN_OWNER',
  'EXPERIMENT_EXISTS',
  'EXPERIMENT_DEPENDENCY_EXISTS',
] as const;

export const changeToggles = endpoint({
  method: 'POST',
  path: `${LIST}/bulk`,
  summary: 'Change many toggles; each is changed, or refused with its own error code',
  access: 'user',
  programs: 'write',
  body: z.object({
    ids: bulkIds,
    action: z.enum(TOGGLE_BULK_ACTIONS),
    tags: documented(z.optional(z.array(z.string())), {
      description: 'Only for ADD_TAGS and REMOVE_TAGS: the tags.',
    }),
    ownerId: documented(z.nullish(id), {
      description: 'Only for SET_OWNER: id of the user; null: no owner.',
    }),
    lifetime: documented(z.optional(z.enum(LIFETIMES)), {
      description: 'Only for SET_LIFETIME: TEMPORARY if absent.',
    }),
    snoozedUntil: documented(z.nullish(z.string()), {
      description:
        'Only for SNOOZE: the last day, `YYYY-MM-DD`, on which they are not called stale; null: they are called so again.',
    }),
  }),
  result: bulkResultSchema(BULK_CODES),
  errors: [...BULK_CODES, 'INVALID_TAG', 'INVALID_DATE_FORMAT', 'INVALID_DATE'],
});
