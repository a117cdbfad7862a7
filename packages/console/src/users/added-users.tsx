import type { CreatedUser } from '@comporta/contract/users/user';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { addedUsersQuery, forgetAddedUser } from '../data/user-queries.ts';
import { Button } from '../ui/controls/button.ts';
import { CopyOnce } from '../ui/copy-once.tsx';
import styles from './added-users.module.css';

/** The links of users who were just added, for the administrator to pass on when the service sends no e-mail. */
export function AddedUsers() {
  const { data: added = [] } = useQuery(addedUsersQuery);
  return added.map((user) => <AddedUser key={user.id} user={user} />);
}

function AddedUser({ user }: { readonly user: CreatedUser }) {
  const t = useTranslations('user');
  const client = useQueryClient();
  const { name, passwordLink, signOnLink = '' } = user;
  const kind = passwordLink === undefined ? 'signOn' : 'password';
  return (
    <section className={styles.added}>
      <h2>{t('link.title')}</h2>
      <p>{t(`link.text.${kind}`, { name })}</p>
      <CopyOnce label={t(`link.label.${kind}`)} text={passwordLink ?? signOnLink} />
      <div>
        <Button variant="default" onClick={() => forgetAddedUser(client, user)}>
          {t('link.dismiss')}
        </Button>
      </div>
    </section>
  );
}
