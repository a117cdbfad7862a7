import * as z from 'zod/mini';
import { documented, draftList, draftText } from '../shapes.ts';
import { valueSpecDraftSchema } from './value-spec-draft.ts';

const conditionPartDraft = z.object({
  propertyId: draftText,
  expression: draftText,
  term: draftText,
});

/** Members that do not belong to the part's type are ignored. */
const partDraft = {
  type: draftText,
  propertyRule: z.nullish(conditionPartDraft),
  targetGroupRule: z.nullish(
    z.object({
      policy: draftText,
      targetGroupsIds: z.pipe(
        z.nullish(z.array(draftText)),
        z.transform((ids) => ids ?? []),
      ),
    }),
  ),
  toggleDependencyRule: z.nullish(z.object({ toggleId: draftText, value: draftText })),
};
const rulePartDraftSchema = z.object(partDraft);
export type RulePartDraft = z.infer<typeof rulePartDraftSchema>;

/** Parts that do not belong to the rule's type are ignored. */
export const ruleDraftSchema = z.object({
  id: documented(z.nullish(z.string()), {
    description:
      'Id of a stored rule, to edit that one. Without it, the rule keeps the id of the stored one with the same type, condition and version filter, or gets a new id.',
  }),
  order: z.nullish(z.number()),
  name: documented(z.nullish(z.string()), {
    description:
      'At most 60 characters; null or empty: no name. Absent: the stored rule keeps its name.',
  }),
  ...partDraft,
  combinedRule: documented(
    z.nullish(z.object({ policy: draftText, conditions: draftList(rulePartDraftSchema) })),
    { description: 'Of a rule of type COMBINED: 1 to 20 conditions, each as a rule has one.' },
  ),
  versionRule: z.nullish(conditionPartDraft),
  valueSpec: z.nullish(valueSpecDraftSchema),
});
export type RuleDraft = z.infer<typeof ruleDraftSchema>;
