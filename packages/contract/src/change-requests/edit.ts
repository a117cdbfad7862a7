import * as z from 'zod/mini';
import { recordOf } from '../record-of.ts';
import { documented, draftText, id } from '../shapes.ts';
import { differenceSchema } from './difference.ts';
import { EDIT_TYPES } from './edit-type.ts';

/** What an edit does with its thing. Only experiments are paused, restarted and shipped. Source: SAF-01. */
export const EDIT_ACTIONS = [
  'CREATE',
  'UPDATE',
  'DELETE',
  'PAUSE',
  'RESTART',
  'RESTORE',
  'SHIP',
] as const;
export type EditAction = (typeof EDIT_ACTIONS)[number];

const bodySchema = documented(recordOf(z.unknown()), {
  description:
    'The whole body of the ordinary call. SHIP: `analysisId`, `value`, `reason`. PAUSE, RESTART, DELETE, RESTORE: none.',
});

/** An edit as it is sent; a missing text is empty, and a check finds the code. */
export const editDraftSchema = z.object({
  type: documented(draftText, { description: `One of ${EDIT_TYPES.join(', ')}.` }),
  action: documented(draftText, { description: `One of ${EDIT_ACTIONS.join(', ')}.` }),
  id: documented(z.nullish(z.string()), {
    description:
      'Id of the thing. For CREATE it may be any UUID by which later edits name it: the service draws another and puts it in their place.',
  }),
  environmentId: documented(z.nullish(z.string()), { description: 'Of an experiment.' }),
  version: documented(z.nullish(z.int()), {
    description: 'The version that the author saw: an older one than the stored is refused.',
  }),
  body: z.nullish(bodySchema),
});
export type EditDraft = z.infer<typeof editDraftSchema>;

/** Null where the thing does not exist. */
const stateSchema = z.nullable(recordOf(z.unknown()));

export const editSchema = documented(
  z.object({
    type: z.enum(EDIT_TYPES),
    action: z.enum(EDIT_ACTIONS),
    id,
    environmentId: z.nullable(id),
    name: documented(z.string(), { description: 'Of the thing; of an experiment, its toggle.' }),
    body: z.nullable(bodySchema),
    base: documented(stateSchema, { description: 'What the author started from.' }),
    result: documented(stateSchema, {
      description: 'What is stored afterwards: the edit, merged with what others changed since.',
    }),
    differences: documented(z.readonly(z.array(differenceSchema)), {
      description: 'What leads from the present state, or the former step, to the result.',
    }),
  }),
  { id: 'Edit', description: 'One change of one thing.' },
);
export type Edit = z.infer<typeof editSchema>;
