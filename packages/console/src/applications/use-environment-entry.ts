import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { moveItem, type Step } from '../ui/fields/move-item.ts';
import type { Field } from '../ui/forms/use-form.ts';
import {
  addEnvironment,
  type EnvironmentDraft,
  renameEnvironment,
  withoutEnvironment,
} from './environment-list.ts';

interface EntryOptions {
  /** The id of the saved environment to edit first. */
  readonly editedId: string | undefined;
  /** Kept as the name that is typed and not in the list yet. */
  readonly typed: RefObject<string>;
}

/** The state of entering names one by one: of a new environment, or of one that is renamed. */
export function useEnvironmentEntry(
  { value: environments, onChange }: Pick<Field<readonly EnvironmentDraft[]>, 'value' | 'onChange'>,
  { editedId, typed }: EntryOptions,
) {
  const t = useTranslations('app.environment');
  const input = useRef<HTMLInputElement>(null);
  const [edited, setEdited] = useState(() => indexOf(environments, editedId));
  /** The edited environment as it was before the edit. */
  const [before, setBefore] = useState(environments[edited ?? -1]);
  const [text, setText] = useState(environments[edited ?? -1]?.name ?? '');
  /** The row of a name that is already there, and the number of attempts to enter it. */
  const [flash, setFlash] = useState({ name: '', count: 0 });
  const [status, setStatus] = useState('');
  const focus = () => input.current?.focus();

  useEffect(() => {
    const name = text.trim();
    const entered = edited === undefined ? environments : environments.slice(edited, edited + 1);
    typed.current = entered.some((one) => one.name === name) ? '' : name;
  });

  function enter(name: string) {
    const entered =
      edited === undefined
        ? addEnvironment(environments, name)
        : renameEnvironment(environments, edited, name);
    if (entered.outcome === 'BLANK') return;
    if (entered.outcome === 'ALREADY_THERE') {
      setFlash({ name: entered.name, count: flash.count + 1 });
      setStatus(t('already', { name: entered.name }));
    } else {
      onChange(entered.environments);
      setStatus(t('added', { name: name.trim() }));
      stopEditing();
    }
    focus();
  }

  function startEditing(index: number) {
    setEdited(index);
    setBefore(environments[index]);
    setText(environments[index]?.name ?? '');
    focus();
  }

  function stopEditing() {
    setEdited(undefined);
    setText('');
  }

  function cancelEditing() {
    if (edited !== undefined && before !== undefined) {
      onChange(environments.map((one, place) => (place === edited ? before : one)));
    }
    stopEditing();
  }

  function remove(index: number) {
    setStatus(t('removed', { name: environments[index]?.name ?? '' }));
    onChange(withoutEnvironment(environments, index));
    stopEditing();
    focus();
  }

  function move(index: number, by: Step) {
    const name = environments[index]?.name ?? '';
    setStatus(t('moved', { name, n: index + by + 1, total: environments.length }));
    onChange(moveItem(environments, index, by));
    stopEditing();
  }

  return {
    input,
    edited,
    text,
    setText,
    flash,
    status,
    enter,
    startEditing,
    cancelEditing,
    remove,
    move,
  };
}

function indexOf(environments: readonly EnvironmentDraft[], id: string | undefined) {
  const index = environments.findIndex((environment) => environment.id === id);
  return index === -1 ? undefined : index;
}
