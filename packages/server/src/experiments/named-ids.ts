import { UID } from '@comporta/engine/vocabulary';

interface NamesProperty {
  readonly propertyId: string;
}

/** What a rule, or the draft of a rule, may refer to. */
interface NamingRule {
  readonly propertyRule?: NamesProperty | null | undefined;
  readonly versionRule?: NamesProperty | null | undefined;
  readonly targetGroupRule?: { readonly targetGroupsIds: readonly string[] } | null | undefined;
  readonly toggleDependencyRule?: { readonly toggleId: string } | null | undefined;
}

export interface NamedIds {
  /** The experiment's own toggle and those it depends on. */
  readonly toggles: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
  readonly targetGroups: ReadonlySet<string>;
  readonly dependencies: ReadonlySet<string>;
}

/** The ids that an experiment refers to, each once. `uid` is left out: no application stores it as a property. */
export function namedIds(toggleId: string, rules: readonly NamingRule[]): NamedIds {
  const properties = new Set<string>();
  const targetGroups = new Set<string>();
  const dependencies = new Set<string>();
  for (const rule of rules) {
    for (const part of [rule.propertyRule, rule.versionRule]) {
      if (part && part.propertyId !== UID) properties.add(part.propertyId);
    }
    for (const id of rule.targetGroupRule?.targetGroupsIds ?? []) targetGroups.add(id);
    if (rule.toggleDependencyRule) dependencies.add(rule.toggleDependencyRule.toggleId);
  }
  return { toggles: new Set([toggleId, ...dependencies]), properties, targetGroups, dependencies };
}
