import { requestPasswordReset } from '@comporta/contract/sessions/password-api';
import type { User } from '@comporta/contract/users/user';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../api/api-error.ts';
import { useFailureText } from '../api/failure-text.ts';
import { serviceFactsQuery } from '../data/service-queries.ts';
import { forgetUsers, inviteAgain } from '../data/user-queries.ts';
import { toast } from '../ui/toast-store.ts';

/** More names than this are replaced by their number. */
const NAMED = 5;

/** Sends invitations again, one after the other, and reports the result. */
export function useInvitations() {
  const t = useTranslations();
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
        text: isLogged
          ? t('user.list.resentManyLog', { count })
          : t('user.list.resentMany', { count }),
      });
    } else {
      const { email } = first;
      toast({
        text: isLogged ? t('user.list.resentLog', { email }) : t('user.invited', { email }),
      });
    }
  }

  function tellOfFailures(failures: ReadonlyMap<User, string>) {
    for (const [reason, users] of Map.groupBy(
      failures.keys(),
      (user) => failures.get(user) ?? '',
    )) {
      const names = users.slice(0, NAMED).map(({ name }) => name);
      const count = users.length - names.length;
      if (count > 0) names.push(t('bulk.more', { count }));
      toast({ text: t('user.list.notResent', { names: names.join(', '), reason }) });
    }
  }

  function reasonOf(error: unknown): string {
    // The user was deleted or deactivated, and the list is not up to date.
    const isGone = refusalOf(requestPasswordReset, error) === 'UNKNOWN_USER';
    return isGone ? t('user.error.NOT_FOUND') : failureText(error);
  }

  /** Returns the users who were not invited. */
  async function invite(users: readonly User[]): Promise<readonly User[]> {
    setBusy(true);
    const failures = new Map<User, string>();
    for (const [index, user] of users.entries()) {
      try {
        await inviteAgain(user);
      } catch (error) {
        const isAboutUser = refusalOf(requestPasswordReset, error) !== undefined;
        const failed = isAboutUser ? [user] : users.slice(index);
        for (const one of failed) failures.set(one, reasonOf(error));
        // Above the rate limit or without a response, the others would fail, too.
        if (!isAboutUser) break;
      }
    }
    tell(users.filter((user) => !failures.has(user)));
    tellOfFailures(failures);
    setBusy(false);
    void forgetUsers(client);
    return [...failures.keys()];
  }

  return { isBusy, invite };
}
