import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { useTranslations } from 'use-intl/react';
import { useNextTime } from '../ui/dates/next-time.ts';

/** The steps of a request in their order, with what each changes and how far it is. */
export function RequestSteps({ request }: { readonly request: ChangeRequest }) {
  const t = useTranslations('changeRequest');
  const { author, start, steps, currentStep, nextAt, reason } = request;
  const time = useNextTime();
  const count = String(steps.length);

  function stateOf(index: number): string {
    const step = String(index + 1);
    const { state, appliedAt, at } = steps[index] ?? {
      state: 'WAITING',
      appliedAt: null,
      at: null,
    };
    if (state === 'SKIPPED') return t('skipped', { step, steps: count });
    if (appliedAt !== null) return t('applied', { step, steps: count, time: time(appliedAt) });
    const due = index === currentStep ? nextAt : at;
    const waiting = t('waiting', { step, steps: count });
    return due === null ? waiting : `${waiting}, ${time(due)}`;
  }

  return (
    <>
      <p>{t('filedBy', { person: author.name, start: t(`start.${start}`) })}</p>
      {reason !== '' && <p>{reason}</p>}
      <h2>{t('steps')}</h2>
      <ol>
        {steps.map(({ edits }, index) => (
          <li key={String(index)}>
            <p>{stateOf(index)}</p>
            <ul>
              {edits.map(({ id, action, name }) => (
                <li key={id}>{t(`edit.${action}`, { name })}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}
