import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { useTranslations } from 'use-intl/react';
import { Notice } from '../../ui/alert.tsx';
import styles from './change-request-page.module.css';
import { problemText } from './problem-text.ts';

/** What keeps a draft from being submitted. */
export function RequestProblems({ request }: { readonly request: ChangeRequest }) {
  const say = useTranslations();
  const t = useTranslations('changeRequest');
  const { problems, steps, state } = request;
  if (problems.length === 0 || state !== 'DRAFT') return null;
  return (
    <Notice tone="warning">
      {t('problems.title')}
      <ul className={styles.plain}>
        {problems.map((problem, index) => {
          const edit = steps[problem.step - 1]?.edits[problem.edit - 1];
          const key = `${problem.step}.${problem.edit} ${index}`;
          const text = problemText(say, edit === undefined ? [] : [edit.type], problem);
          return (
            <li key={key}>
              {t('problems.one', { step: String(problem.step), name: edit?.name ?? '', text })}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
