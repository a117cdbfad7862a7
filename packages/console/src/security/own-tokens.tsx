import type { Token } from '@comporta/contract/keys/token';
import { createToken, endToken } from '@comporta/contract/keys/token-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useDraftKey } from '../base/use-draft-key.ts';
import { makeToken, removeToken, tokensQuery } from '../data/token-queries.ts';
import { KeyShownOnce } from '../parts/new-key/key-shown-once.tsx';
import { AboutToken } from '../parts/tokens/about-token.tsx';
import { TokenForm } from '../parts/tokens/token-form.tsx';
import { Button } from '../ui/controls/button.ts';
import { DeleteButton } from '../ui/dialogs/delete-button.tsx';
import { useEntityDeletion } from '../ui/dialogs/use-entity-deletion.ts';
import { hasEdits } from '../ui/forms/remembered-edits.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import styles from './own-tokens.module.css';

/** The personal tokens of the user, and the way to a new one. */
export function OwnTokens() {
  const t = useTranslations('token');
  const tokens = useQuery(tokensQuery);
  const ending = useEnding();
  return (
    <section aria-labelledby="own-tokens" className={styles.tokens}>
      <h3 id="own-tokens">{t('title')}</h3>
      <p>{t('text')}</p>
      <Loaded query={tokens} rows={1}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <ul className={styles.list}>
              {rows.map((token) => (
                <li key={token.id} className={styles.token}>
                  <AboutToken token={token} asleep={(provider) => t('asleep', { provider })} />
                  <DeleteButton name={token.name} onClick={() => ending.ask(token)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <NewToken />
      {ending.dialogs}
    </section>
  );
}

function NewToken() {
  const t = useTranslations('token');
  const client = useQueryClient();
  const draftKey = useDraftKey('token');
  const [isAsked, setAsked] = useState(() => hasEdits(draftKey));
  // Kept only in this state: the token is gone with the screen.
  const [key, setKey] = useState<string>();
  if (key !== undefined) {
    return <KeyShownOnce keyText={key} onDone={() => setKey(undefined)} />;
  }
  if (!isAsked) {
    return (
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('new')}
      </Button>
    );
  }
  return (
    <div className={styles.form} ref={focusFirstField}>
      <TokenForm
        draftKey={draftKey}
        endpoint={createToken}
        verb={t('make')}
        make={(draft) => makeToken(client, draft)}
        onMade={(made) => {
          setAsked(false);
          setKey(made.key);
        }}
        onCancel={() => setAsked(false)}
      />
    </div>
  );
}

/** The button that was pressed has given way to the form. */
function focusFirstField(form: HTMLElement | null) {
  form?.querySelector('input')?.focus();
}

function useEnding() {
  const t = useTranslations('token.delete');
  const client = useQueryClient();
  return useEntityDeletion<Token, typeof endToken>({
    endpoint: endToken,
    title: t('title'),
    confirm: ({ name }) => t('confirm', { name }),
    success: t('success'),
    refused: () => t('missing'),
    remove: removeToken,
    onClosed: () => void client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}
