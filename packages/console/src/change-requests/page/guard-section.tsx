import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import type { Guard, GuardState } from '@comporta/contract/change-requests/guard';
import { useId } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { useWaitText } from '../../parts/apply/use-wait-text.ts';
import { useNextTime } from '../../ui/dates/next-time.ts';
import styles from './change-request-page.module.css';

interface GuardSectionProps {
  readonly request: ChangeRequest;
  readonly guard: Guard;
}

/** What the guard of a request asks, and what it saw when it looked last. Source: SAF-53, SAF-55. */
export function GuardSection({ request, guard }: GuardSectionProps) {
  const t = useTranslations('changeRequest.guard');
  const waitText = useWaitText();
  const titleId = useId();
  const { guardState, appId, steps } = request;
  const edit = steps[0]?.edits[0];
  const { needs, units, onHarm, watch } = guard;
  return (
    <section className={styles.guard} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('title')}</h2>
      <p>
        {t(`needs.${needs}`, { units })} {t(`onHarm.${onHarm}`)}{' '}
        {watch > 0 && t('watch', { wait: waitText(watch) })}
      </p>
      {guardState !== null && <Seen request={request} guardState={guardState} />}
      {guardState !== null && edit?.environmentId && (
        <Link to={pathTo('results', { appId, envId: edit.environmentId, id: edit.id })}>
          {t('results')}
        </Link>
      )}
    </section>
  );
}

interface SeenProps {
  readonly request: ChangeRequest;
  readonly guardState: GuardState;
}

function Seen({ request: { currentStep }, guardState }: SeenProps) {
  const t = useTranslations('changeRequest.guard');
  const time = useNextTime();
  const { countedAt, units, guardrails, marked } = guardState;
  return (
    <>
      <dl className={styles.about}>
        {guardrails.map(({ metric, value, state }) => (
          <div key={`${metric} ${value}`}>
            <dt>{t('of', { metric, value })}</dt>
            <dd data-state={state}>{t(`state.${state}`)}</dd>
          </div>
        ))}
        {units.length > 0 && (
          <div>
            <dt>{t('users')}</dt>
            <dd>{units.map(({ value, users }) => t('count', { value, users })).join(', ')}</dd>
          </div>
        )}
        <div>
          <dt>{t('counted')}</dt>
          <dd>{countedAt === null ? t('notYet') : time(countedAt)}</dd>
        </div>
      </dl>
      {marked > 0 && <p>{t('since', { step: String(currentStep), marked })}</p>}
    </>
  );
}
