import * as z from 'zod/mini';
import { recordOf } from '../record-of.ts';
import { documented, draftText } from '../shapes.ts';

/** What a rule returns, as a draft sends it. Percentages are checked later, with codes of their own. */
export const valueSpecDraftSchema = z.object({
  type: draftText,
  exactValue: draftText,
  split: z.nullish(recordOf(z.number())),
  by: documented(z.nullish(z.string()), {
    description: 'For SPLIT_BY: the id of a STRING property; `uid` stores a SPLIT.',
  }),
});
export type ValueSpecDraft = z.infer<typeof valueSpecDraftSchema>;
