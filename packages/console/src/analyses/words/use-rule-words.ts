import { conditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import { namedRule } from '@comporta/contract/experiments/named-rule';
import type { Rule } from '@comporta/engine/snapshot';
import { audienceInWords, valueInWords } from '@comporta/messages/rule-in-words';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { useNamedLists } from '../../data/named-lists.ts';
import { propertiesQuery } from '../../data/property-queries.ts';
import { targetGroupsQuery } from '../../data/target-group-queries.ts';
import { togglesQuery } from '../../data/toggle-queries.ts';

/** Only names are shown, so cached data of any age will do. */
const AT_HAND = { refetchOnMount: false } as const;

/**
 * Describes whom a rule is for and what these users get, as far as the things it names are loaded. Only the
 * toggles that the rules name are fetched: there may be thousands.
 */
export function useRuleWords(appId: string, rules: readonly Rule[]) {
  const t = useTranslations();
  const { data: properties = [] } = useQuery({ ...propertiesQuery(appId), ...AT_HAND });
  const { data: groups = [] } = useQuery({
    ...targetGroupsQuery(appId),
    ...AT_HAND,
    enabled: rules.some(({ type }) => type === 'TARGET_GROUP'),
  });
  const { data: toggles = [] } = useQuery({
    ...togglesQuery(appId),
    ...AT_HAND,
    enabled: rules.some(({ type }) => type === 'TOGGLE_DEPENDENCY'),
  });
  const known = conditionProperties(properties, useNamedLists(appId, { rules }));

  function named(rule: Rule) {
    return namedRule(rule, {
      condition: (condition) => namedCondition(condition, known),
      property: (id) => known.get(id)?.key ?? '…',
      targetGroup: (id) => groups.find((group) => group.id === id)?.name ?? '…',
      toggle: (id) => toggles.find((toggle) => toggle.id === id)?.name ?? '…',
    });
  }

  return {
    audience: (rule: Rule) => audienceInWords(t, named(rule)),
    value: (rule: Rule) => valueInWords(t, named(rule).valueSpec),
  };
}
