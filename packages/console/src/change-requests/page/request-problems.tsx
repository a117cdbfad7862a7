import type { ChangeRequest, EditProblem } from '@comporta/contract/change-requests/change-request';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { saveRequest } from '../../data/change-request-queries.ts';
import { problemText } from '../../parts/apply/problem-text.ts';
import { Notice } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { bodyOfRequest } from './body-of-request.ts';
import styles from './change-request-page.module.css';
import { PromotionProblem } from './promotion-problem.tsx';
import type { Sending } from './use-sending.ts';

interface RequestProblemsProps {
  readonly request: ChangeRequest;
  readonly sending: Sending;
  /** Whether this person may change the draft. */
  readonly mayChange: boolean;
  /** By which the button that is disabled names them. */
  readonly id: string;
}

/** What keeps a draft from being submitted. It can be checked again: others may have mended it. */
export function RequestProblems({ request, sending, mayChange, id }: RequestProblemsProps) {
  const t = useTranslations('changeRequest');
  const client = useQueryClient();
  const { problems, state, source } = request;
  if (problems.length === 0 || state !== 'DRAFT') return null;

  function save(changed: ChangeRequest['source']) {
    const body = { ...bodyOfRequest(request), source: changed, submit: false };
    void sending.send(() => saveRequest(client, request, body));
  }

  return (
    <Notice tone="warning">
      <span id={id}>{t('problems.title')}</span>
      <ul className={styles.plain}>
        {problems.map((problem, index) => {
          const key = `${problem.step}.${problem.edit} ${index}`;
          return (
            <li key={key}>
              {mayChange && isOfPromotion(request, problem) ? (
                <PromotionProblem {...{ request, problem, sending }} onAdd={save} />
              ) : (
                <OneProblem request={request} problem={problem} />
              )}
            </li>
          );
        })}
      </ul>
      {mayChange && (
        <Button
          className={styles.again}
          variant="default"
          disabled={sending.isBusy}
          onClick={() => save(source)}
        >
          {t('problems.again')}
        </Button>
      )}
    </Notice>
  );
}

/** A toggle that the promoted ones depend on, and that could be promoted with them. */
function isOfPromotion({ source }: ChangeRequest, { code, meta_data: meta }: EditProblem): boolean {
  const isDependency = code === 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT';
  return source?.promotion !== undefined && isDependency && Object(meta).toggle_id !== undefined;
}

function OneProblem({
  request,
  problem,
}: {
  readonly request: ChangeRequest;
  readonly problem: EditProblem;
}) {
  const say = useTranslations();
  const edit = request.steps[problem.step - 1]?.edits[problem.edit - 1];
  const text = problemText(say, edit === undefined ? [] : [edit.type], problem);
  const step = String(problem.step);
  return say('changeRequest.problems.one', { step, name: edit?.name ?? '', text });
}
