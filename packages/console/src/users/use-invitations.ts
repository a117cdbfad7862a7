import { requestPasswordReset } from '@comporta/contract/sessions/password-api';
import type { User } from '@comporta/contract/users/user';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../api/api-error.ts';
import { useFailureText } from '../api/failure-text.ts';
import { serviceFactsQuery } from '../base/service-facts-query.ts';
import { toast } from '../ui/toast-store.ts';
import { forgetUsers, inviteAgain } from './user-queries.ts';

/** Sends invitations again, one after the other, and reports the result. */
export function useInvitations() {
  const t = useTranslations('user');
  const client = useQueryClient();
  const failureText = useFailureText();
  const { data: facts } = useQuery(serviceFactsQuery);
  const [isBusy, setBusy] = useState(false);

  function tell(sent: readonly User[]) {
    const [first] = sent;
    if (first === undefined) return;
    const isLogged = facts?.mailOn === false;
    if (sent.length > 1) {
      const count = sent.length;
      toast({
        text: isLogged ? t('list.resentManyLog', { count }) : t('list.resentMany', { count }),
      });
    } else {
      const { email } = first;
      toast({ text: isLogged ? t('list.resentLog', { email }) : t('invited', { email }) });
    }
  }

  /** Returns the users who were not invited: the first one that failed, and all after it. */
  async function invite(users: readonly User[]): Promise<readonly User[]> {
    setBusy(true);
    const sent: User[] = [];
    try {
      for (const user of users) {
        await inviteAgain(user);
        sent.push(user);
      }
    } catch (error) {
      // The user was deleted or deactivated, and the list is not up to date.
      const isGone = refusalOf(requestPasswordReset, error) === 'UNKNOWN_USER';
      const reason = isGone ? t('error.NOT_FOUND') : failureText(error);
      const count = users.length - sent.length;
      toast({ text: users.length > 1 ? t('list.notResent', { count, reason }) : reason });
    } finally {
      tell(sent);
      setBusy(false);
      void forgetUsers(client);
    }
    return users.slice(sent.length);
  }

  return { isBusy, invite };
}
