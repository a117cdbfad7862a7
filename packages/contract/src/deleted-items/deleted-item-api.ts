import * as z from 'zod/mini';
import { EDIT_TYPES } from '../change-requests/edit-type.ts';
import { endpoint } from '../endpoint.ts';
import { EXPERIMENT_CODES } from '../experiments/experiment.ts';
import { pageQueryShape } from '../paging.ts';
import { PROPERTY_CODES } from '../properties/property.ts';
import { documented } from '../shapes.ts';
import { TARGET_GROUP_CODES } from '../target-groups/target-group.ts';
import { TOGGLE_CODES } from '../toggles/toggle.ts';
import { deletedItemSchema, restoredItemSchema } from './deleted-item.ts';

const LIST = '/api/apps/:appId/deleted-items';
const ONE = '/api/apps/:appId/deleted-items/:id';

export const DELETED_SEARCH_MAX_CHARS = 100;

export const listDeletedItems = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List what was deleted and can be restored, newest first',
  access: 'user',
  programs: 'read',
  query: z.object({
    ...pageQueryShape,
    type: z.optional(z.enum(EDIT_TYPES)),
    q: documented(z.optional(z.string().check(z.maxLength(DELETED_SEARCH_MAX_CHARS))), {
      description: 'A part of the name, in any case.',
    }),
  }),
  result: documented(
    z.object({
      items: z.array(deletedItemSchema),
      totalPages: z.int(),
      keptDays: documented(z.int(), {
        description: 'How many days a deleted thing can be restored; 0: nothing is kept.',
      }),
    }),
    { id: 'DeletedItems' },
  ),
  errors: ['INVALID_PAGE'],
});

export const restoreDeletedItem = endpoint({
  method: 'POST',
  path: `${ONE}/restore`,
  summary:
    'Restore what was deleted, with its id, so that users get what they got before; refused like a save of it',
  access: 'user',
  needs: 'EDITOR_SOMEWHERE',
  programs: 'write',
  body: z.object({
    name: documented(z.nullish(z.string()), {
      description:
        'Another name or key, because the former one has been given to something else. An experiment has none.',
    }),
  }),
  result: restoredItemSchema,
  status: 201,
  errors: [
    ...PROPERTY_CODES,
    ...TARGET_GROUP_CODES,
    ...TOGGLE_CODES,
    ...EXPERIMENT_CODES,
    'DUPLICATE_KEY',
    'DUPLICATE_NAME',
    'MAX_FEATURE_TOGGLES_LIMIT_REACHED',
    'TOGGLE_ARCHIVED',
    'TOGGLE_HAS_EXPERIMENT',
    'CIRCULAR_TOGGLE_DEPENDENCY',
    'DEPENDENCY_CHAIN_TOO_LONG',
    'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT',
    'DUPLICATED_RULE',
  ],
});

export const discardDeletedItem = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete for good what could be restored',
  access: 'admin',
  programs: 'write',
  status: 204,
});
