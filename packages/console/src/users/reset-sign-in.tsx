import type { User } from '@comporta/contract/users/user';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useSession } from '../data/stored/session.ts';
import { Button } from '../ui/controls/button.ts';
import styles from './reset-sign-in.module.css';
import { isSelf } from './user-form.ts';

const ResetSignInDialog = lazy(async () => ({
  default: (await import('../security/reset-sign-in-dialog.tsx')).ResetSignInDialog,
}));

/** Opens the dialog for a colleague who lost what they log in with; one's own is on the profile. Source: IDN-36. */
export function ResetSignIn({ user }: { readonly user: User }) {
  const t = useTranslations('user.resetSignIn');
  const [isOpen, setOpen] = useState(false);
  if (isSelf(useSession()?.user_name, user)) return null;
  return (
    <div className={styles.line}>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && (
        <Suspense>
          <ResetSignInDialog user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
