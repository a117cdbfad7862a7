import type { Environment } from '@comporta/contract/applications/application';
import { isProduction } from '@comporta/contract/applications/production';
import { IconCheck } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { EnvironmentDot } from '../parts/status/environment-dot.tsx';
import { productionFirst } from '../parts/status/many-environments.ts';
import { TextInput } from '../ui/controls/text-input.ts';
import { useCombobox } from '../ui/fields/use-combobox.ts';
import { matches } from '../ui/list/matches.ts';
import { usePopover } from '../ui/use-popover.ts';
import styles from './environment-finder.module.css';

export interface EnvironmentFinderProps {
  readonly environments: readonly Environment[];
  readonly chosen: Environment;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onChoose: (environment: Environment) => void;
  readonly onClose: () => void;
}

/** Chooses one of many environments: a filter, and below it those with real users before the others. */
export function EnvironmentFinder(props: EnvironmentFinderProps) {
  const { environments, chosen, opener, onChoose, onClose } = props;
  const t = useTranslations('layout.environment');
  const element = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const shown = productionFirst(environments).filter(({ name }) => matches(name, query));
  const combobox = useCombobox({
    options: shown,
    isOpen: true,
    onChoose: (environment) => {
      close();
      onChoose(environment);
    },
    onClose: close,
  });
  usePopover({ element, opener, placement: 'below', onClose });
  useLayoutEffect(() => field.current?.focus(), []);

  function close() {
    opener.current?.focus();
    onClose();
  }

  const entries = shown.map((environment, index) => ({ environment, index }));
  const groups = [
    { id: 'production', entries: entries.filter((one) => isProduction(one.environment)) },
    { id: 'others', entries: entries.filter((one) => !isProduction(one.environment)) },
  ] as const;

  return (
    <div ref={element} popover="manual" className={styles.finder}>
      <TextInput
        ref={field}
        role="combobox"
        aria-label={t('filter')}
        aria-autocomplete="list"
        placeholder={t('filter')}
        value={query}
        {...combobox.fieldProps}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          combobox.activate(0);
        }}
        onBlur={(event) => {
          // Tab leaves. A press on the scroll bar takes the focus nowhere.
          if (event.relatedTarget !== null && event.relatedTarget !== opener.current) onClose();
        }}
      />
      <div {...combobox.listProps} role="listbox" aria-label={t('list')} className={styles.list}>
        {groups.map(
          (group) =>
            group.entries.length > 0 && (
              // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own.
              <div key={group.id} role="group" aria-label={t(group.id)}>
                <p aria-hidden className={styles.heading}>
                  {t(group.id)}
                </p>
                {group.entries.map(({ environment, index }) => (
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
                  <div
                    key={environment.id}
                    {...combobox.optionProps(index)}
                    role="option"
                    aria-selected={environment.id === chosen.id}
                    data-active={environment === combobox.active || undefined}
                    className={styles.option}
                    onPointerDown={(event) => event.preventDefault()}
                  >
                    <EnvironmentDot environment={environment} />
                    <span title={environment.name}>{environment.name}</span>
                    {environment.id === chosen.id && <IconCheck size={16} aria-hidden />}
                  </div>
                ))}
              </div>
            ),
        )}
      </div>
      <p role="status" className={shown.length === 0 ? styles.nothing : 'visually-hidden'}>
        {shown.length === 0 ? t('none') : t('count', { count: shown.length })}
      </p>
    </div>
  );
}
