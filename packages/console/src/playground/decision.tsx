import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { decisionInWords, ExplanationView } from '../parts/explanation/explanation-view.tsx';
import { WordsView } from '../parts/outcome/words-view.tsx';
import { Button } from '../ui/controls/button.ts';
import styles from './decision.module.css';

interface DecisionProps {
  readonly explanation: ToggleExplanation;
  readonly properties: ConditionProperties;
  readonly environment: string;
}

/** The rule that decided; the other rules on demand. */
export function Decision({ explanation, ...references }: DecisionProps) {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const rulesId = useId();
  return (
    <>
      <div className={styles.decision}>
        {!isOpen && (
          <span>
            <WordsView words={decisionInWords(t, explanation, references)} />
          </span>
        )}
        {explanation.rules.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={isOpen}
            aria-controls={rulesId}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('playground.hideRules') : t('playground.showRules')}
            <span className="visually-hidden">: {explanation.toggle}</span>
          </Button>
        )}
      </div>
      <div id={rulesId}>
        {isOpen && <ExplanationView explanation={explanation} {...references} />}
      </div>
    </>
  );
}
