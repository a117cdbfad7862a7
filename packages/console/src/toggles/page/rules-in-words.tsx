import { conditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import { namedRule } from '@comporta/contract/experiments/named-rule';
import type { CheckedRule } from '@comporta/contract/experiments/rule';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { Words } from '@comporta/contract/words';
import { audienceInWords, ruleInWords, valueInWords } from '@comporta/messages/rule-in-words';
import { shownValue } from '@comporta/messages/shown-value';
import { quoted, wordsWith } from '@comporta/messages/words';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { experimentQuery } from '../../data/experiment-queries.ts';
import { useNamedLists } from '../../data/named-lists.ts';
import { propertiesQuery } from '../../data/property-queries.ts';
import { targetGroupsQuery } from '../../data/target-group-queries.ts';
import { togglesQuery } from '../../data/toggle-queries.ts';
import { WordsView } from '../../parts/outcome/words-view.tsx';
import styles from './environment-card.module.css';

/** A card shows the first rules of a long chain, and the last one. */
const SHOWN = 3;

interface RulesInWordsProps {
  readonly toggle: Toggle;
  readonly experiment: ExperimentSummary;
}

/** The rules of an experiment as sentences; for a paused one, the effect of the pause. */
export function RulesInWords({ toggle, experiment }: RulesInWordsProps) {
  const t = useTranslations();
  const { appId, defaultValue, values } = toggle;
  const { data } = useQuery(experimentQuery({ appId, ...experiment }));
  const say = useRuleSentences(toggle, data?.rules);
  if (experiment.status !== 'ACTIVE') {
    return (
      <p className={styles.rules}>
        <WordsView
          words={wordsWith({ value: quoted('value', shownValue(defaultValue, values)) }, (holes) =>
            t('toggle.environments.paused', holes),
          )}
        />
      </p>
    );
  }
  if (data === undefined || say === undefined || data.rules.length < 2) return null;
  const last = data.rules.length - 1;
  const shown = data.rules.filter((_, index) => index < SHOWN || index === last);
  return (
    <ul className={styles.rules} aria-label={t('experiment.rules')}>
      {shown.map((rule) => (
        <li key={rule.id}>
          <WordsView words={say(rule, rule.order === data.rules.length)} />
        </li>
      ))}
      {shown.length < data.rules.length && (
        <li>{t('toggle.environments.moreRules', { count: data.rules.length - shown.length })}</li>
      )}
    </ul>
  );
}

/** Returns the sentence for a rule; undefined until everything that rules can refer to is loaded. */
function useRuleSentences({ appId, values }: Toggle, rules: readonly CheckedRule[] = []) {
  const t = useTranslations();
  const { data: properties } = useQuery(propertiesQuery(appId));
  const { data: groups } = useQuery(targetGroupsQuery(appId));
  const { data: toggles } = useQuery(togglesQuery(appId));
  const lists = useNamedLists(appId, { rules });
  if (properties === undefined || groups === undefined || toggles === undefined) return undefined;
  const known = conditionProperties(properties, lists);
  return (rule: CheckedRule, isElse: boolean): Words => {
    const named = namedRule(rule, {
      condition: (condition) => namedCondition(condition, known),
      property: (id) => known.get(id)?.key ?? t('experiment.split.byGone'),
      targetGroup: (id) =>
        groups.find((group) => group.id === id)?.name ?? t('experiment.targetGroups.gone'),
      toggle: (id) => toggles.find((toggle) => toggle.id === id)?.name ?? '',
    });
    const audience = isElse ? [t('experiment.words.everyoneElse')] : audienceInWords(t, named);
    const sentence = ruleInWords(t, { audience, value: valueInWords(t, named.valueSpec, values) });
    return rule.name
      ? wordsWith({ name: quoted('name', rule.name), sentence }, (holes) =>
          t('toggle.environments.namedRule', holes),
        )
      : sentence;
  };
}
