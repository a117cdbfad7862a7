import * as z from 'zod/mini';
import { type RuleDraft, ruleDraftSchema } from './rule-draft.ts';

const name = z.nullish(z.string());
const conditionNames = z.nullish(z.object({ property: name }));

/** The names in a copied rule. In another application or company the same things may have other ids. */
const partNamesSchema = z.object({
  propertyRule: conditionNames,
  targetGroupRule: z.nullish(z.object({ targetGroups: z.nullish(z.array(name)) })),
  toggleDependencyRule: z.nullish(z.object({ toggle: name })),
  valueSpec: conditionNames,
});
const namesSchema = z.object({
  ...partNamesSchema.shape,
  versionRule: conditionNames,
  combinedRule: z.nullish(z.object({ conditions: z.nullish(z.array(partNamesSchema)) })),
});

export type PartNames = z.infer<typeof partNamesSchema>;

/** A rule from the clipboard, with the names of what it refers to, to find it in another application. */
export interface CopiedRule {
  readonly draft: RuleDraft;
  readonly names: z.infer<typeof namesSchema>;
}

/** Parses a JSON list of rules whose last one is for everyone; undefined for any other text. */
export function copiedRules(text: string): readonly CopiedRule[] | undefined {
  const parsed = jsonIn(text);
  if (!Array.isArray(parsed)) return undefined;
  const rules = parsed.flatMap((one): CopiedRule[] => {
    const draft = ruleDraftSchema.safeParse(one);
    const names = namesSchema.safeParse(one);
    return draft.success && names.success ? [{ draft: draft.data, names: names.data }] : [];
  });
  const last = rules.at(-1)?.draft;
  const isWhole = rules.length === parsed.length && last?.type === 'ALL_USERS';
  return isWhole && !last.versionRule ? rules : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
