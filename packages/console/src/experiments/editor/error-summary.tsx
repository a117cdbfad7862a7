import type { Problem } from '@comporta/contract/problem';
import { numberedRule } from '@comporta/messages/rule-in-words';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { isNotFound } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { Alert } from '../../ui/alert.tsx';
import { isModalOpen } from '../../ui/dialogs/use-modal.ts';
import type { References } from '../references.ts';
import styles from './error-summary.module.css';
import { countOf } from './experiment-problems.ts';
import { problemInWords } from './problem-words.ts';
import type { ExperimentEditor } from './use-experiment-editor.ts';

interface ErrorSummaryProps {
  readonly editor: Pick<ExperimentEditor, 'form' | 'problems' | 'failure' | 'attempts'>;
  readonly references: References;
  /** Opens a rule and focuses its faulty field; without a rule, the choice of the toggle. */
  readonly onVisit: (ruleKey: string | undefined, at: Problem['at']) => void;
}

/** Lists every problem that prevents a save; takes the focus when a save fails. */
export function ErrorSummary({ editor, references, onVisit }: ErrorSummaryProps) {
  const t = useTranslations();
  const failureText = useFailureText();
  const { form, problems, failure, attempts } = editor;
  const element = useRef<HTMLDivElement>(null);
  const shownAttempts = useRef(0);
  const entries = entriesOf(editor);

  // Runs after every render: an open dialog makes the page inert, so the focus has to wait until it is closed.
  useEffect(() => {
    if (attempts === shownAttempts.current || isModalOpen()) return;
    shownAttempts.current = attempts;
    element.current?.focus();
  });

  if (failure !== undefined) {
    return (
      <div ref={element} tabIndex={-1} className={styles.summary}>
        <Alert>
          {isNotFound(failure) ? t('experiment.error.NOT_FOUND') : failureText(failure)}
        </Alert>
      </div>
    );
  }
  if (entries.length === 0) return null;
  return (
    <div ref={element} tabIndex={-1} className={styles.summary}>
      <Alert>
        <p className={styles.title}>{t('error.summary', { count: countOf(problems) })}</p>
        <ul>
          {entries.map(({ key, index, problem }) => {
            const text = problemInWords(t, problem, references);
            const number = form.rules.findIndex((rule) => rule.key === key) + 1;
            const n = numberedRule(number, form.rules[number - 1]?.name);
            return (
              <li key={`${key} ${index}`}>
                <a
                  href={`#${key ?? ''}`}
                  onClick={(event: MouseEvent) => {
                    event.preventDefault();
                    onVisit(key, problem.at);
                  }}
                >
                  {number > 0 && `${t('experiment.error.rulePrefix', { n })} `}
                  {text}
                </a>
              </li>
            );
          })}
        </ul>
      </Alert>
    </div>
  );
}

/** In the current order of the rules; problems that belong to no rule come first. */
function entriesOf({ form, problems }: Pick<ExperimentEditor, 'form' | 'problems'>) {
  const ofRules = form.rules.flatMap(({ key }) =>
    (problems.byRule.get(key) ?? []).map((problem, index) => ({ key, index, problem })),
  );
  const general = problems.general.map((problem, index) => ({ key: undefined, index, problem }));
  return [...general, ...ofRules];
}
