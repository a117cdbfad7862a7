import type { Toggle } from '@comporta/contract/toggles/toggle';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import { Drawer } from '../../ui/dialogs/drawer.tsx';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { SavedWhen } from './saved-when.tsx';
import styles from './version-list.module.css';

interface SavedVersionsProps {
  readonly lastChanged: Toggle['lastChanged'];
  /** The list of versions. */
  readonly children: ReactNode;
}

/** When a thing was last saved, and its former versions in a drawer, which `h` opens, too. */
export function SavedVersions({ lastChanged, children }: SavedVersionsProps) {
  const t = useTranslations('versions');
  const [isOpen, setOpen] = useState(false);
  useShortcut('h', () => setOpen(!isOpen));
  return (
    <div className={styles.line}>
      <SavedWhen save={lastChanged} />
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconHistory size={14} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('title')}
      </Button>
      {isOpen && (
        <Drawer title={t('title')} onClose={() => setOpen(false)}>
          {children}
        </Drawer>
      )}
    </div>
  );
}
