import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import type { Words } from '@comporta/contract/words';
import { numberedRule } from '@comporta/messages/rule-in-words';
import { quoted, wordsWith } from '@comporta/messages/words';
import { useTranslations } from 'use-intl/react';
import type { Say } from '../../base/say.ts';
import { WordsView } from '../outcome/words-view.tsx';
import styles from './explanation-view.module.css';
import { RuleTraceItem } from './rule-trace-item.tsx';
import { tracedAudience } from './trace-words.ts';

interface ExplanationViewProps {
  readonly explanation: ToggleExplanation;
  /** The properties of the application by id: their types decide how conditions are worded. */
  readonly properties: ConditionProperties;
  readonly environment: string;
}

/** Shows in a sentence what a toggle returns to one user, and the outcome of each rule. */
export function ExplanationView({ explanation, properties, environment }: ExplanationViewProps) {
  const t = useTranslations();
  const { toggle, value, rules } = explanation;
  return (
    <div className={styles.explanation}>
      <p className={styles.outcome}>
        {t.rich('playground.returns', {
          toggle: () => <span>{toggle}</span>,
          value: () => <strong>{value}</strong>,
        })}
      </p>
      <p>
        <WordsView words={decisionInWords(t, explanation, { properties, environment })} />
      </p>
      {rules.length > 0 && (
        <ol className={styles.rules} aria-label={t('playground.rules', { toggle })}>
          {rules.map((rule) => (
            <RuleTraceItem
              key={rule.order}
              rule={rule}
              isLast={rule.order === rules.length}
              properties={properties}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

interface ExplanationContext {
  readonly properties: ConditionProperties;
  readonly environment: string;
}

/** Names the rule that decided, or explains why none did. */
export function decisionInWords(
  say: Say,
  { rules, ruleOrder, errorCode, experimentStatus }: ToggleExplanation,
  { properties, environment }: ExplanationContext,
): Words {
  if (experimentStatus === undefined) {
    return wordsWith({ environment }, (holes) => say('playground.noExperiment', holes));
  }
  const decisive = rules.find(({ order }) => order === ruleOrder);
  if (decisive === undefined || decisive.result === 'NOT_REACHED') {
    return [say('playground.pausedExperiment')];
  }
  const { order, name } = decisive;
  const n = numberedRule(order, name);
  if (errorCode === 'TARGETING_KEY_MISSING') return [say('playground.noUid', { n })];
  if (errorCode === 'INVALID_CONTEXT') {
    const { property = '', propertyId = '' } = decisive.split?.by ?? {};
    const key = quoted('name', property || propertyId);
    return wordsWith({ property: key }, (holes) => say('playground.noUnit', holes));
  }
  const words = tracedAudience(say, decisive, { properties, isLast: order === rules.length });
  return wordsWith({ n, words }, (holes) => say('playground.ruleMatched', holes));
}
