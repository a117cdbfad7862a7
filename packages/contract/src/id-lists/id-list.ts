import * as z from 'zod/mini';
import { checkTexts } from '../check-texts.ts';
import type { ErrorCode } from '../errors.ts';
import { emptyDraft, fieldsOf, optionalText, requiredText, type ValueOf } from '../fields.ts';
import { lastChangedSchema } from '../last-changed.ts';
import { type Checked, checked } from '../problem.ts';
import { documented, id, version } from '../shapes.ts';

/** How much there may be, before what a plan allows. Source: LIF-43. */
export const ID_LIST_LIMITS = { idsOfList: 1_000_000, lists: 100, idsOfApplication: 5_000_000 };

/** So many ids are added or removed at once, and so many are checked. Source: LIF-44. */
export const IDS_AT_ONCE = 10_000;
export const CHECKED_AT_ONCE = 100;

export const ID_LIST_MAX_BYTES = 64 * 1024 * 1024;

export const ID_LIST = fieldsOf({
  name: requiredText({ maxChars: 50, empty: 'EMPTY_NAME', tooLong: 'NAME_TOO_LONG' }),
  description: optionalText({ maxChars: 100, tooLong: 'DESCRIPTION_TOO_LONG' }),
});

export const idListSchema = documented(
  z.object({
    id,
    appId: id,
    ...ID_LIST.stored,
    count: documented(z.int(), { description: 'How many ids it has.' }),
    contentVersion: documented(z.int(), {
      description: 'Rises when its ids change. PUT …/content compares `If-Match` with it.',
    }),
    contentSavedAt: documented(z.nullable(z.string()), {
      description: 'When its ids changed last; null until some were added.',
    }),
    version,
    lastChanged: lastChangedSchema,
  }),
  { id: 'IdList', description: 'Many ids of users, kept as hashes, for rules and target groups.' },
);
export type IdList = z.infer<typeof idListSchema>;

export const idListDraftSchema = z.object(ID_LIST.draft);
export type IdListDraft = z.infer<typeof idListDraftSchema>;

/** The draft that a form for a new list starts with. */
export const NEW_ID_LIST: IdListDraft = emptyDraft(ID_LIST);

export type IdListValue = ValueOf<typeof ID_LIST>;

export const ID_LIST_CODES = [
  'EMPTY_NAME',
  'NAME_TOO_LONG',
  'DESCRIPTION_TOO_LONG',
  'INVALID_CHARACTERS',
] as const satisfies readonly ErrorCode[];
export type IdListCode = (typeof ID_LIST_CODES)[number];

/** Checks and normalises the fields of a list. */
export function checkIdList(draft: IdListDraft): Checked<IdListValue, IdListCode> {
  const { texts, problems } = checkTexts(ID_LIST, draft);
  return checked(texts, problems);
}
