import type { IdList } from '@comporta/contract/id-lists/id-list';
import { checkIds } from '@comporta/contract/id-lists/id-list-api';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { isInList } from '../../data/id-list-queries.ts';
import { Button } from '../../ui/controls/button.ts';
import { TextInput } from '../../ui/controls/text-input.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import styles from './list-content.module.css';
import { useContentRefusal } from './use-content-refusal.ts';

/** Asks whether one id is in the list. The answer stays until another id is typed. */
export function CheckId({ list }: { readonly list: IdList }) {
  const t = useTranslations('idList');
  const { isBusy, problem, setProblem, run } = useTask({ textOf: useContentRefusal(checkIds) });
  const [id, setId] = useState('');
  const [answer, setAnswer] = useState<string>();

  async function ask(event: FormEvent) {
    event.preventDefault();
    if (id.trim() === '') return;
    await run(async () => {
      const isIn = await isInList(list, id);
      setAnswer(t(isIn ? 'isIn' : 'isNotIn', { id: id.trim() }));
    });
  }

  return (
    <form className={styles.check} onSubmit={(event) => void ask(event)}>
      <TextInput
        label={t('check')}
        value={id}
        error={problem}
        spellCheck={false}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setId(currentTarget.value);
          setAnswer(undefined);
          setProblem(undefined);
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
