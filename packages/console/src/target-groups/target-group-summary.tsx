import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import type { TargetGroupDraft } from '@comporta/contract/target-groups/target-group';
import { TARGET_GROUP_POLICIES } from '@comporta/engine/vocabulary';
import { conditionsInWords } from '@comporta/messages/rule-in-words';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { WordsView } from '../parts/outcome/words-view.tsx';
import { Button } from '../ui/controls/button.ts';
import styles from './target-group-editor.module.css';

/** Loaded on demand, because it includes the engine. */
const TargetGroupTester = lazy(async () => ({
  default: (await import('./target-group-tester.tsx')).TargetGroupTester,
}));

interface TargetGroupSummaryProps {
  readonly draft: TargetGroupDraft;
  readonly properties: ConditionProperties;
}

/** Shows the edited group in one sentence, and offers to test it with a user. */
export function TargetGroupSummary({ draft, properties }: TargetGroupSummaryProps) {
  const t = useTranslations();
  const [isTrying, setTrying] = useState(false);
  const policy = TARGET_GROUP_POLICIES.find((known) => known === draft.policy);
  if (draft.conditions.length === 0 || policy === undefined) return null;
  const conditions = draft.conditions.map((condition) => namedCondition(condition, properties));
  const words = conditionsInWords(t, policy, conditions);
  return (
    <section className={styles.summary} aria-label={t('condition.inWords')}>
      <p className={styles.words}>
        <span className={styles.caption}>{t('condition.inWords')}</span> <WordsView words={words} />
      </p>
      {isTrying ? (
        <fieldset className={styles.tester}>
          <legend className={styles.legend}>{t('targetGroup.try.title')}</legend>
          <Suspense fallback={null}>
            <TargetGroupTester draft={draft} properties={properties} />
          </Suspense>
        </fieldset>
      ) : (
        <Button variant="default" onClick={() => setTrying(true)}>
          {t('targetGroup.try.title')}
        </Button>
      )}
    </section>
  );
}
