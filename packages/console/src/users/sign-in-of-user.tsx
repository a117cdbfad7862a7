import type { User } from '@comporta/contract/users/user';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { useDraftKey } from '../base/use-draft-key.ts';
import { useSession } from '../data/stored/session.ts';
import { Button } from '../ui/controls/button.ts';
import { hasEdits } from '../ui/forms/remembered-edits.ts';
import styles from './sign-in-of-user.module.css';
import { isSelf } from './user-form.ts';

const ResetSignInDialog = lazy(async () => ({
  default: (await import('../security/reset-sign-in-dialog.tsx')).ResetSignInDialog,
}));

/**
 * The ways from a user to how they come in. The dialog is for a colleague who lost what they log in with; one's own is on the
 * profile. Source: IDN-36.
 */
export function SignInOfUser({ user }: { readonly user: User }) {
  const t = useTranslations('user.resetSignIn');
  const draftKey = useDraftKey('reset');
  const [isOpen, setOpen] = useState(() => hasEdits(draftKey));
  const isOwn = isSelf(useSession()?.user_name, user);
  return (
    <div className={styles.line}>
      {!isOwn && (
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('open')}
        </Button>
      )}
      <Link to={`${pathTo('signIns')}?${new URLSearchParams({ user: user.id })}`}>
        {t('signIns')}
      </Link>
      <Link to={`${pathTo('tokens')}?${new URLSearchParams({ q: user.email })}`}>
        {t('ownTokens')}
      </Link>
      {isOpen && (
        <Suspense>
          <ResetSignInDialog draftKey={draftKey} user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
