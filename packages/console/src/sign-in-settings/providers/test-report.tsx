import type { ProviderTest } from '@comporta/contract/identity/provider-test';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Alert, Notice } from '../../ui/alert.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import styles from './test-sign-in.module.css';

interface TestReportProps {
  readonly report: ProviderTest;
  readonly pointer: string;
}

/** What a sign-on of this person would do, or what is wrong with the provider and how to repair it. */
export function TestReport({ report, pointer }: TestReportProps) {
  const t = useTranslations('provider.test');
  const format = useFormatter();
  const { outcome, ok, name, email, groups, admin, give, take, roles = [], claims } = report;
  const say = useTranslations('role');
  const text = t(`outcome.${outcome}`, { name: name ?? email ?? '', pointer });
  const gets = [...(admin === 'GIVE' ? [t('admin')] : []), ...give];
  const loses = [...(admin === 'TAKE' ? [t('admin')] : []), ...take];
  return (
    <>
      {ok ? <Notice>{text}</Notice> : <Alert>{text}</Alert>}
      <dl className={styles.facts}>
        <dt>{t('person')}</dt>
        <dd>{[name, email].filter(Boolean).join(' · ')}</dd>
        <dt>{t('groups')}</dt>
        <dd>{groups === null ? t('notRead') : format.list(groups) || t('none')}</dd>
        <dt>{t('rights')}</dt>
        <dd>{format.list(gets) || t('nothing')}</dd>
        {roles.length > 0 && (
          <>
            <dt>{t('roles')}</dt>
            <dd>
              {format.list(roles.map(({ application, role }) => `${application}: ${say(role)}`))}
            </dd>
          </>
        )}
        {loses.length > 0 && (
          <>
            <dt>{t('loses')}</dt>
            <dd>{format.list(loses)}</dd>
          </>
        )}
      </dl>
      <Disclosure label={t('claims')}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it. */}
        <pre tabIndex={0} className={styles.claims}>
          {JSON.stringify(claims, null, 2)}
        </pre>
      </Disclosure>
    </>
  );
}
