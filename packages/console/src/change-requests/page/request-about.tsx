import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { EnvironmentDot } from '../../parts/status/environment-dot.tsx';
import { useNextTime } from '../../ui/dates/next-time.ts';
import styles from './change-request-page.module.css';

/** Who asks for what, where, and when it begins. */
export function RequestAbout({ request }: { readonly request: ChangeRequest }) {
  const t = useTranslations('changeRequest');
  const time = useNextTime();
  const { author, contributors, start, startAt, touched, approvals, reviews, reason } = request;
  const environments = useCurrentEnvironment().application?.environments ?? [];
  const others = contributors.filter(({ id }) => id !== author.id).map(({ name }) => name);
  const nameOfAuthor =
    author.via === undefined
      ? author.name
      : t('about.byToken', { name: author.name, token: author.via });
  const approvers = reviews.filter(({ counts }) => counts).map(({ by }) => by.name);
  const begins =
    start === 'AT' && startAt !== null
      ? t('start.atTime', { time: time(startAt) })
      : t(`start.${start}`);

  return (
    <dl className={styles.about}>
      <div>
        <dt>{t('about.author')}</dt>
        <dd>{[nameOfAuthor, ...others].join(', ')}</dd>
      </div>
      <div>
        <dt>{t('about.applied')}</dt>
        <dd>{begins}</dd>
      </div>
      {touched.length > 0 && (
        <div>
          <dt>{t('list.environments')}</dt>
          <dd>
            {touched.map(({ id, name }) => (
              <span key={id} className={styles.environment}>
                <EnvironmentDot
                  environment={environments.find((one) => one.id === id) ?? { name }}
                />
                {name}
              </span>
            ))}
          </dd>
        </div>
      )}
      {approvals.length > 0 && (
        <div>
          <dt>{t('about.approvals')}</dt>
          <dd>
            <ul className={styles.plain}>
              {approvals.map(({ id, name, given, needed }) => (
                <li key={id}>
                  {t('approvals', { given: Math.min(given, needed), needed, environment: name })}
                </li>
              ))}
            </ul>
            {approvers.length > 0 && t('about.approvedBy', { people: approvers.join(', ') })}
          </dd>
        </div>
      )}
      {reason !== '' && (
        <div>
          <dt>{t('about.reason')}</dt>
          <dd className={styles.lines}>{reason}</dd>
        </div>
      )}
    </dl>
  );
}
