import { SIGN_INS_IN_FILE } from '@comporta/contract/sessions/sign-in-log';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { TextsOfSignIn } from '../base/texts/texts-of-sign-in.tsx';
import { fetchSignInsCsv, logOutOthers } from '../data/sign-in-log-queries.ts';
import { usePeople } from '../parts/people/use-people.ts';
import { SignInList } from '../parts/sign-ins/sign-in-list.tsx';
import { Button } from '../ui/controls/button.ts';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { Picker } from '../ui/fields/picker.tsx';
import { useTask } from '../ui/forms/use-task.ts';
import { saveCsv } from '../ui/saved-file.ts';
import { toast } from '../ui/toast-store.ts';
import { SignInSettings } from './sign-in-settings.tsx';
import styles from './sign-ins-page.module.css';

/** Who came in to the company, and who was refused. Source: IDN-46. */
export function SignInsPage() {
  return (
    <TextsOfSignIn>
      <SignInSettings>
        <SignIns />
      </SignInSettings>
    </TextsOfSignIn>
  );
}

function SignIns() {
  const t = useTranslations('signIns');
  const { isBusy, run } = useTask({ toasts: true });
  const [isAsking, setAsking] = useState(false);
  const { user, choose } = useUserOfAddress();

  const download = () =>
    run(async () => {
      const csv = await fetchSignInsCsv(user || undefined);
      saveCsv('sign-ins.csv', csv);
      // One line has the names of the columns, and a line end follows the last one.
      const isFull = csv.split('\r\n').length - 2 >= SIGN_INS_IN_FILE;
      if (isFull) toast({ text: t('csvFull', { count: SIGN_INS_IN_FILE }) });
    });

  return (
    <>
      <p>{t('intro')}</p>
      <div className={styles.of}>
        <Picker
          label={t('of')}
          placeholder={t('ofEverybody')}
          noMatch={t('ofNobody')}
          clearLabel={t('showEverybody')}
          options={usePeople([], user)}
          value={user}
          onChange={choose}
        />
      </div>
      <div className={styles.actions}>
        <Button variant="default" loading={isBusy} onClick={() => void download()}>
          {t('csv')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => setAsking(true)}>
          {t('endAll.button')}
        </Button>
      </div>
      <SignInList label={t('title')} hasNames user={user || undefined} />
      {isAsking && (
        <ConfirmDialog
          title={t('endAll.title')}
          text={t('endAll.text')}
          verb={t('endAll.verb')}
          isBusy={isBusy}
          onCancel={() => setAsking(false)}
          onConfirm={() =>
            void run(async () => {
              await logOutOthers();
              toast({ text: t('endAll.done') });
            }).then(() => setAsking(false))
          }
        />
      )}
    </>
  );
}

/** Whose rows are shown: the address has it, so that a link can say it. */
function useUserOfAddress() {
  const [params, setParams] = useSearchParams();
  const choose = (id: string) =>
    setParams(id === '' ? {} : { user: id }, { replace: true, preventScrollReset: true });
  return { user: params.get('user') ?? '', choose };
}
