import type { User } from '@comporta/contract/users/user';
import { useTranslations } from 'use-intl/react';
import { Badge } from '../ui/badge.tsx';
import styles from './user-status.module.css';

/** Whether the user is active, and whether an invitation is open. */
export function UserStatus({ user: { active, invited, lacksFactor } }: { readonly user: User }) {
  const t = useTranslations('user.list');
  return (
    <span className={styles.status}>
      <Badge tone={active ? 'success' : 'neutral'} sign={active ? 'dot' : 'ring'}>
        {active ? t('active') : t('inactive')}
      </Badge>
      {invited && <Badge tone="warning">{t('invited')}</Badge>}
      {active && lacksFactor && <Badge tone="warning">{t('lacksFactor')}</Badge>}
    </span>
  );
}
