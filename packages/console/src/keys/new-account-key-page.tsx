import { createAccountKey } from '@comporta/contract/keys/account-key-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { TextsOfSecurity } from '../base/texts/texts-of-security.tsx';
import { useDraftKey } from '../base/use-draft-key.ts';
import { accountKeysQuery, generateAccountKey } from '../data/account-key-queries.ts';
import { KeyShownOnce } from '../parts/new-key/key-shown-once.tsx';
import { Notice } from '../ui/alert.tsx';
import { SegmentedField } from '../ui/fields/segmented-field.tsx';
import { hasEdits } from '../ui/forms/remembered-edits.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import styles from './environment-key-page.module.css';
import { KeyRequestForm } from './key-request-form.tsx';
import { NewServiceKey } from './new-service-key.tsx';

export function NewAccountKeyPage() {
  const t = useTranslations('accountKey');
  // Loaded first: a refusal redirects before the form is shown. Source: decision T23.
  const keys = useQuery(accountKeysQuery);
  return (
    <Page title={t('titleNew')} width="form" help="environments">
      <Loaded query={keys}>{() => <NewAccountKey />}</Loaded>
    </Page>
  );
}

function NewAccountKey() {
  const t = useTranslations('accountKey');
  const client = useQueryClient();
  const navigate = useNavigate();
  // Kept only in this state: the key is gone with the screen.
  const [key, setKey] = useState<string>();
  const draftKey = useDraftKey('service');
  const [kind, setKind] = useState<'account' | 'service'>(
    hasEdits(draftKey) ? 'service' : 'account',
  );
  if (key !== undefined) {
    return <KeyShownOnce keyText={key} onDone={() => void navigate(pathTo('accountKeys'))} />;
  }
  const choice = (
    <SegmentedField<'account' | 'service'>
      label={t('kind')}
      value={kind}
      onChange={setKind}
      options={[
        { value: 'account', label: t('account') },
        { value: 'service', label: t('service') },
      ]}
    />
  );
  if (kind === 'service') {
    return (
      <div className={styles.request}>
        {choice}
        <TextsOfSecurity>
          <NewServiceKey draftKey={draftKey} onMade={setKey} />
        </TextsOfSecurity>
      </div>
    );
  }
  return (
    <div className={styles.request}>
      {choice}
      <Notice tone="warning">{t('warning')}</Notice>
      <KeyRequestForm
        generate={(request) => generateAccountKey(client, request)}
        refusal={(error) => problemsOfRefusal(error, [createAccountKey])}
        speak={({ code, meta }) => t(`error.${code}`, { max: Number(meta?.['max-keys']) })}
        onGenerated={setKey}
      />
    </div>
  );
}
