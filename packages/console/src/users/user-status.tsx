import { requestPasswordReset } from '@comporta/contract/sessions/password-api';
import type { User } from '@comporta/contract/users/user';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../api/api-error.ts';
import { useFailureText } from '../api/failure-text.ts';
import { serviceFactsQuery } from '../base/service-facts-query.ts';
import { toast } from '../ui/toast-store.ts';
import { inviteAgain } from './user-queries.ts';
import styles from './user-status.module.css';

/** Active or not; whoever was invited and has not come yet can be invited again. */
export function UserStatus({ user }: { readonly user: User }) {
  const t = useTranslations('user.list');
  const { active, invited } = user;
  return (
    <span className={styles.status}>
      <span className={active ? '' : styles.inactive}>{active ? t('active') : t('inactive')}</span>
      {invited && <span className={styles.invited}>{t('invited')}</span>}
      {invited && <InviteAgain user={user} />}
    </span>
  );
}

function InviteAgain({ user }: { readonly user: User }) {
  const t = useTranslations('user');
  const failureText = useFailureText();
  const { data: facts } = useQuery(serviceFactsQuery);
  const [isBusy, setBusy] = useState(false);
  const { name, email } = user;

  async function invite() {
    setBusy(true);
    try {
      await inviteAgain(user);
      toast({
        text: facts?.mailOn === false ? t('list.resentLog', { email }) : t('invited', { email }),
      });
    } catch (error) {
      // Deleted, or deactivated: the list did not know yet.
      const isGone = refusalOf(requestPasswordReset, error) === 'UNKNOWN_USER';
      toast({ text: isGone ? t('error.NOT_FOUND') : failureText(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isBusy}
      aria-label={t('list.resendTo', { name })}
      onClick={() => void invite()}
    >
      {t('list.resendInvitation')}
    </Button>
  );
}
