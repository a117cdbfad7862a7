import type { Passkey } from '@comporta/contract/identity/passkey';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { ApiError } from '../api/api-error.ts';
import { makePasskey, NoPasskey, passkeysQuery, takePasskeyAway } from '../data/passkey-queries.ts';
import { Button } from '../ui/controls/button.ts';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { useTask } from '../ui/forms/use-task.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { toast } from '../ui/toast-store.ts';
import styles from './own-sessions.module.css';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

/** The passkeys of the user, with the buttons to add and remove them. Source: IDN-33. */
export function Passkeys() {
  const t = useTranslations('passkeys');
  const client = useQueryClient();
  const query = useQuery(passkeysQuery);
  const navigate = useNavigate();
  const [removing, setRemoving] = useState<Passkey>();
  const [renaming, setRenaming] = useState<Passkey>();
  const { isBusy, run } = usePasskeyTask();
  const add = () =>
    run(async () => {
      // The list may not be there yet when the button is pressed.
      const { length } = await client.ensureQueryData(passkeysQuery);
      await makePasskey(client);
      toast({ text: t('added') });
      // Where the recovery codes of a first factor are made and shown.
      if (length === 0) void navigate({ hash: '#recovery-codes' });
    });
  const remove = ({ id }: Passkey) =>
    run(async () => {
      await takePasskeyAway(client, id);
      setRemoving(undefined);
      toast({ text: t('removed') });
    });
  return (
    <section aria-labelledby="passkeys" className={styles.sessions}>
      <h3 id="passkeys">{t('title')}</h3>
      <p>{t('text')}</p>
      <Loaded query={query} rows={1}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={styles.own}>{t('none')}</p>
          ) : (
            <ul className={styles.list}>
              {rows.map((passkey) => (
                <Row
                  key={passkey.id}
                  passkey={passkey}
                  isBusy={isBusy}
                  onRename={() => setRenaming(passkey)}
                  onRemove={() => setRemoving(passkey)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Button variant="default" loading={isBusy} onClick={() => void add()}>
        {t('add')}
      </Button>
      {renaming !== undefined && (
        <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(undefined)} />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={t('removeTitle')}
          text={t('removeText', { name: removing.name })}
          verb={t('removeTitle')}
          isBusy={isBusy}
          onConfirm={() => void remove(removing)}
          onCancel={() => setRemoving(undefined)}
        />
      )}
    </section>
  );
}

interface RowProps {
  readonly passkey: Passkey;
  readonly isBusy: boolean;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function Row({ passkey, isBusy, onRename, onRemove }: RowProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  const t = useTranslations('passkeys');
  return (
    <li className={styles.session}>
      <span>
        {name} · {t('made')} <TimeAgo at={createdAt} /> ·{' '}
        {lastUsedAt === null ? (
          t('neverUsed')
        ) : (
          <>
            {t('used')} <TimeAgo at={lastUsedAt} />
          </>
        )}
      </span>
      <span className={styles.buttons}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          aria-label={t('renameNamed', { name })}
          onClick={onRename}
        >
          {t('rename')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          aria-label={t('removeNamed', { name })}
          onClick={onRemove}
        >
          {t('remove')}
        </Button>
      </span>
    </li>
  );
}

function usePasskeyTask() {
  const t = useTranslations('passkeys');

  function textOf(error: unknown): string | undefined {
    if (error instanceof NoPasskey) return t('notAdded');
    if (!(error instanceof ApiError)) return undefined;
    switch (error.code) {
      case 'ENCRYPTION_KEY_MISSING':
      case 'PASSKEYS_NEED_HOST_NAME':
      case 'WRONG_PASSKEY':
      case 'EMERGENCY_USER_REQUIRED':
        return t(`error.${error.code}`);
      case 'MAX_PASSKEYS_REACHED':
        return t('error.MAX_PASSKEYS_REACHED', { max: Number(error.meta.max) });
      default:
        return undefined;
    }
  }

  return useTask({ textOf, toasts: true });
}
