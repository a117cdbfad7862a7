import * as z from 'zod/mini';
import { draftText } from '../shapes.ts';

/** Has no `propertyType`: the type is always that of the property, so a sent one is ignored. */
export const conditionDraftSchema = z.object({
  id: draftText,
  propertyId: draftText,
  expression: draftText,
  term: draftText,
});
export type ConditionDraft = z.infer<typeof conditionDraftSchema>;
