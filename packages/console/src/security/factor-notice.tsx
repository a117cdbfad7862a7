import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { TextsOfSecurity } from '../base/texts/texts-of-security.tsx';
import { securityQuery } from '../data/security-queries.ts';
import { putFactorOff, useSession } from '../data/stored/session.ts';
import { Notice } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import styles from './factor-notice.module.css';

/** Says from when on the company requires a second factor, and leads to where it is set up. Source: IDN-35. */
export function FactorNotice() {
  // It may have been set up since, or not be required any more.
  const { data } = useQuery(securityQuery);
  const isToldThere = useLocation().pathname === pathTo('profile');
  if (data?.factorDueAt == null || isToldThere) return null;
  return (
    <TextsOfSecurity>
      <Told dueAt={data.factorDueAt} />
    </TextsOfSecurity>
  );
}

function Told({ dueAt }: { readonly dueAt: string }) {
  const t = useTranslations();
  const format = useFormatter();
  const company = useSession()?.company_name ?? '';
  const date = format.dateTime(new Date(dueAt), { dateStyle: 'medium' });
  return (
    <div className={styles.notice}>
      <Notice tone="warning">
        <span>{t('security.factor.due', { company, date })}</span>
        <Link to={`${pathTo('profile')}#second-factor`}>{t('secondStep.setUp.title')}</Link>
        <Button size="compact-sm" variant="default" onClick={putFactorOff}>
          {t('security.factor.later')}
        </Button>
      </Notice>
    </div>
  );
}
