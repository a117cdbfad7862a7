import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../ui/controls/button.ts';
import { Switch } from '../ui/controls/switch.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { MODIFIER_KEY } from '../ui/modifier-key.ts';
import { listedShortcuts } from '../ui/shortcuts.ts';
import styles from './shortcut-help.module.css';
import { areSingleKeysAllowed, storeSingleKeys } from './single-keys.ts';

/** The text on a key, where that is not its name. */
const PRINTED: Readonly<Record<string, string>> = {
  Ctrl: MODIFIER_KEY,
  ArrowUp: '↑',
  ArrowDown: '↓',
};

export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const [isAllowed, setAllowed] = useState(areSingleKeysAllowed());
  const [shortcuts] = useState(listedShortcuts);
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
        {shortcuts.map(({ keys, does, isSingle }) => (
          <div key={does} data-off={(isSingle && !isAllowed) || undefined}>
            <dt>{t(`shortcuts.${does}`)}</dt>
            <dd>
              {keys.map((key, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same key can be pressed twice.
                <kbd key={index}>{printed(key, isSingle)}</kbd>
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

/** With Ctrl, a letter is shown in upper case, as on the key. */
function printed(key: string, isSingle: boolean): string {
  const isLetter = key.length === 1 && !isSingle;
  return PRINTED[key] ?? (isLetter ? key.toUpperCase() : key);
}
