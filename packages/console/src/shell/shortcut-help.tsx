import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { MODIFIER_KEY } from '../ui/modifier-key.ts';
import styles from './shortcut-help.module.css';
import { areSingleKeysAllowed, storeSingleKeys } from './single-keys.ts';

const SHORTCUTS = [
  { keys: [MODIFIER_KEY, 'K'], does: 'palette', isSingle: false },
  { keys: [MODIFIER_KEY, 'S'], does: 'save', isSingle: false },
  { keys: ['Alt', '↑', '↓'], does: 'move', isSingle: false },
  { keys: ['F6'], does: 'toasts', isSingle: false },
  { keys: ['/'], does: 'filter', isSingle: true },
  { keys: ['n'], does: 'create', isSingle: true },
  { keys: ['g', 'd'], does: 'dashboard', isSingle: true },
  { keys: ['g', 't'], does: 'toggles', isSingle: true },
  { keys: ['g', 'e'], does: 'experiments', isSingle: true },
  { keys: ['?'], does: 'help', isSingle: true },
] as const;

export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const [isAllowed, setAllowed] = useState(areSingleKeysAllowed());
  return (
    <Dialog
      title={t('shortcuts.title')}
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          {t('common.ok')}
        </Button>
      }
    >
      <dl className={styles.shortcuts}>
        {SHORTCUTS.map(({ keys, does, isSingle }) => (
          <div key={does} data-off={(isSingle && !isAllowed) || undefined}>
            <dt>{t(`shortcuts.${does}`)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t('shortcuts.singleKeys')}
        description={t('shortcuts.singleKeysHint')}
        checked={isAllowed}
        onChange={(event) => {
          setAllowed(event.currentTarget.checked);
          storeSingleKeys(event.currentTarget.checked);
        }}
      />
    </Dialog>
  );
}
