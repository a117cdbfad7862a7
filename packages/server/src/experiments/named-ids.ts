import { isSameJson } from '@comporta/contract/canonical-json';
import { UID, usesList } from '@comporta/engine/vocabulary';

interface NamesProperty {
  readonly propertyId: string;
  readonly expression: string;
  readonly term: string;
}

/** What one part of a rule may refer to. */
interface NamingPart {
  readonly propertyRule?: NamesProperty | null | undefined;
  readonly targetGroupRule?: { readonly targetGroupsIds: readonly string[] } | null | undefined;
  readonly toggleDependencyRule?: { readonly toggleId: string } | null | undefined;
}

/** What a rule, or the draft of a rule, may refer to. A draft may have members that its type does not use. */
interface NamingRule extends NamingPart {
  readonly versionRule?: NamesProperty | null | undefined;
  readonly valueSpec?:
    | { readonly type: string; readonly by?: string | null | undefined }
    | null
    | undefined;
  readonly combinedRule?: { readonly conditions: readonly NamingPart[] } | null | undefined;
}

export interface NamedIds {
  /** The experiment's own toggle and those it depends on. */
  readonly toggles: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
  readonly targetGroups: ReadonlySet<string>;
  readonly idLists: ReadonlySet<string>;
  readonly dependencies: ReadonlySet<string>;
}

/** The ids that an experiment refers to, each once. `uid` is left out: no application stores it as a property. */
export function namedIds(toggleId: string, rules: readonly NamingRule[]): NamedIds {
  const properties = new Set<string>();
  const targetGroups = new Set<string>();
  const idLists = new Set<string>();
  const dependencies = new Set<string>();
  const addProperty = (condition: NamesProperty | null | undefined) => {
    if (!condition) return;
    if (condition.propertyId !== UID) properties.add(condition.propertyId);
    if (usesList(condition.expression)) idLists.add(condition.term);
  };
  for (const rule of rules) {
    addProperty(rule.versionRule);
    for (const part of [rule, ...(rule.combinedRule?.conditions ?? [])]) {
      addProperty(part.propertyRule);
      for (const id of part.targetGroupRule?.targetGroupsIds ?? []) targetGroups.add(id);
      if (part.toggleDependencyRule) dependencies.add(part.toggleDependencyRule.toggleId);
    }
    const { type, by } = rule.valueSpec ?? {};
    if (type === 'SPLIT_BY' && by && by !== UID) properties.add(by);
  }
  const toggles = new Set([toggleId, ...dependencies]);
  return { toggles, properties, targetGroups, idLists, dependencies };
}

interface Naming {
  readonly toggleId: string;
  readonly rules: readonly NamingRule[];
}

/** Whether an experiment refers to the same things before and after a save. */
export function namesTheSame(before: Naming, after: Naming): boolean {
  return isSameJson(sortedIds(before), sortedIds(after));
}

function sortedIds({ toggleId, rules }: Naming): object {
  const { toggles, properties, targetGroups, idLists, dependencies } = namedIds(toggleId, rules);
  return [toggles, properties, targetGroups, idLists, dependencies].map((ids) => [...ids].sort());
}
