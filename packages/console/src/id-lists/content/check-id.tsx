import type { IdList } from '@comporta/contract/id-lists/id-list';
import { checkIds } from '@comporta/contract/id-lists/id-list-api';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { isInList } from '../../data/id-list-queries.ts';
import { Button } from '../../ui/controls/button.ts';
import { TextInput } from '../../ui/controls/text-input.ts';
import styles from './list-content.module.css';
import { useContentRefusal } from './use-content-refusal.ts';

/** Asks whether one id is in the list. The answer stays until another id is typed. */
export function CheckId({ list }: { readonly list: IdList }) {
  const t = useTranslations('idList');
  const refusalText = useContentRefusal(checkIds);
  const [id, setId] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<string>();
  const [error, setError] = useState<string>();

  async function ask(event: FormEvent) {
    event.preventDefault();
    if (isBusy || id.trim() === '') return;
    setBusy(true);
    setError(undefined);
    try {
      const isIn = await isInList(list, id);
      setAnswer(t(isIn ? 'isIn' : 'isNotIn', { id: id.trim() }));
    } catch (failure) {
      setError(refusalText(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.check} onSubmit={(event) => void ask(event)}>
      <TextInput
        label={t('check')}
        value={id}
        error={error}
        spellCheck={false}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setId(currentTarget.value);
          setAnswer(undefined);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="default" loading={isBusy}>
        {t('checkVerb')}
      </Button>
      <p role="status" className={styles.note}>
        {answer}
      </p>
    </form>
  );
}
