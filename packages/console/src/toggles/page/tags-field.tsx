import { tagsOf } from '@comporta/contract/toggles/tags';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Chip } from '../../ui/chip.tsx';
import { TextInput } from '../../ui/controls/text-input.ts';
import type { Field } from '../../ui/forms/use-form.ts';
import styles from './tags-field.module.css';

interface TagsFieldProps extends Field<readonly string[]> {
  /** The tags of the application's other toggles, as suggestions. */
  readonly known: readonly string[];
}

/** Tags as chips: entered with Enter, a comma or by leaving the field, removed by x or Backspace. */
export function TagsField({ known, name, value, onChange, error, ref }: TagsFieldProps) {
  const t = useTranslations('toggle.details');
  const listId = useId();
  const [text, setText] = useState('');
  const without = (gone: string) => onChange(value.filter((tag) => tag !== gone));

  function enter() {
    const typed = text.split(/[\s,]+/).filter((tag) => tag !== '');
    setText('');
    if (typed.length > 0) onChange(tagsOf([...value, ...typed]));
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = value.at(-1);
    if ((event.key === 'Enter' && text !== '') || event.key === ',') {
      // Enter adds the tag; the form has its own save button.
      event.preventDefault();
      enter();
    } else if (event.key === 'Backspace' && text === '' && last !== undefined) without(last);
  }

  return (
    <div className={styles.field}>
      <TextInput
        ref={ref}
        name={name}
        label={t('tags')}
        description={t('tagsHint')}
        value={text}
        error={error}
        list={listId}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={enter}
        inputContainer={(input) => (
          <div className={styles.box}>
            {value.length > 0 && (
              <ul className={styles.chips} aria-label={t('tags')}>
                {value.map((tag) => (
                  <li key={tag}>
                    <Chip removeLabel={t('removeTag', { tag })} onRemove={() => without(tag)}>
                      #{tag}
                    </Chip>
                  </li>
                ))}
              </ul>
            )}
            {input}
          </div>
        )}
      />
      <datalist id={listId}>
        {known
          .filter((tag) => !value.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </div>
  );
}
