import * as z from 'zod/mini';
import { checkTexts } from '../check-texts.ts';
import type { ErrorCode } from '../errors.ts';
import { fieldsOf, flag, optionalText, requiredText, type ValueOf } from '../fields.ts';
import { type Checked, checked } from '../problem.ts';
import { documented, id } from '../shapes.ts';

/** Limit for one user in one application. */
export const MAX_VIEWS = 50;

export const VIEW = fieldsOf({
  name: requiredText({ maxChars: 50, empty: 'EMPTY_NAME', tooLong: 'NAME_TOO_LONG' }),
  query: optionalText({ maxChars: 1_000, tooLong: 'LIMIT_EXCEEDED' }),
  shared: flag,
});

export const viewSchema = documented(
  z.object({
    id,
    ...VIEW.stored,
    own: documented(z.boolean(), { description: 'Whether the caller created it.' }),
    createdBy: documented(z.nullable(z.string()), {
      description: 'Name of the creator; null if that user is deleted.',
    }),
  }),
  {
    id: 'View',
    description:
      'A saved query of the toggle list. Other users of the application see shared views.',
  },
);
export type View = z.infer<typeof viewSchema>;

export const viewDraftSchema = z.object(VIEW.draft);
export type ViewDraft = z.infer<typeof viewDraftSchema>;

export const VIEW_CODES = [
  'EMPTY_NAME',
  'NAME_TOO_LONG',
  'INVALID_CHARACTERS',
  'LIMIT_EXCEEDED',
] as const satisfies readonly ErrorCode[];

export function checkView(
  draft: ViewDraft,
): Checked<ValueOf<typeof VIEW>, (typeof VIEW_CODES)[number]> {
  const { texts, problems } = checkTexts(VIEW, draft);
  return checked({ ...texts, shared: draft.shared }, problems);
}
