import type { OwnedToken } from '@comporta/contract/keys/token';
import { endAnyToken } from '@comporta/contract/keys/token-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { TextsOfSecurity } from '../base/texts/texts-of-security.tsx';
import { TextsOfSignIn } from '../base/texts/texts-of-sign-in.tsx';
import { allTokensQuery, removeAllTokens, removeAnyToken } from '../data/token-queries.ts';
import { AboutToken } from '../parts/tokens/about-token.tsx';
import { Button } from '../ui/controls/button.ts';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { DeleteButton } from '../ui/dialogs/delete-button.tsx';
import { useEntityDeletion } from '../ui/dialogs/use-entity-deletion.ts';
import { useTask } from '../ui/forms/use-task.ts';
import { DataList } from '../ui/list/data-list.tsx';
import type { Column } from '../ui/list/list-order.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { toast } from '../ui/toast-store.ts';
import { SignInSettings } from './sign-in-settings.tsx';
import styles from './tokens-page.module.css';

/** The personal tokens of all users, for administrators, who end them. Source: IDN-53. */
export function TokensPage() {
  return (
    <TextsOfSecurity>
      <TextsOfSignIn>
        <SignInSettings>
          <Tokens />
        </SignInSettings>
      </TextsOfSignIn>
    </TextsOfSecurity>
  );
}

function Tokens() {
  const t = useTranslations('token');
  const tokens = useQuery(allTokensQuery);
  const ending = useEnding();
  const columns: readonly Column<OwnedToken>[] = [
    {
      id: 'owner',
      title: t('owner'),
      width: '30%',
      sortBy: ({ owner }) => owner.name,
      cell: ({ owner }) => <span title={owner.email}>{owner.name}</span>,
    },
    {
      id: 'token',
      title: t('one'),
      sortBy: ({ name }) => name,
      cell: (token) => (
        <AboutToken
          token={token}
          asleep={(provider) => t('asleepOf', { name: token.owner.name, provider })}
        />
      ),
    },
  ];
  return (
    <>
      <p>{t('ofAll')}</p>
      <Loaded query={tokens} rows={8} isList>
        {(rows) => (
          <>
            {rows.length > 0 && <EndAll />}
            <DataList
              label={t('title')}
              rows={rows}
              rowKey={({ id }) => id}
              columns={columns}
              searchIn={({ name, mask, owner }) => `${owner.name} ${owner.email} ${name} ${mask}`}
              actions={(token) => (
                <DeleteButton name={token.name} onClick={() => ending.ask(token)} />
              )}
              empty={<p>{t('nobodyHas')}</p>}
            />
          </>
        )}
      </Loaded>
      {ending.dialogs}
    </>
  );
}

function useEnding() {
  const t = useTranslations('token');
  const client = useQueryClient();
  return useEntityDeletion<OwnedToken, typeof endAnyToken>({
    endpoint: endAnyToken,
    title: t('delete.title'),
    confirm: ({ name, owner }) => t('delete.confirmOf', { name, owner: owner.name }),
    success: t('delete.success'),
    refused: () => t('delete.missing'),
    remove: removeAnyToken,
    onClosed: () => void client.invalidateQueries({ queryKey: allTokensQuery.queryKey }),
  });
}

/** For the day on which nobody knows which of them somebody else has. */
function EndAll() {
  const t = useTranslations('token.endAll');
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useTask({ toasts: true });

  async function end() {
    await run(async () => {
      await removeAllTokens(client);
      toast({ text: t('done') });
    });
    setAsking(false);
  }

  return (
    <>
      <div className={styles.actions}>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('button')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('title')}
          text={t('text')}
          verb={t('verb')}
          isBusy={isBusy}
          onCancel={() => setAsking(false)}
          onConfirm={() => void end()}
        />
      )}
    </>
  );
}
