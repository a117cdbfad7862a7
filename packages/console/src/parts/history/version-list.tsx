import type { SavedVersion } from '@comporta/contract/saved-version';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Loaded, type Pending } from '../../ui/list/loaded.tsx';
import { SavedWhen } from './saved-when.tsx';
import styles from './version-list.module.css';

interface VersionListProps {
  readonly versions: Pending<readonly SavedVersion[]>;
  /** The version that is saved now. */
  readonly current: number;
  /** Shows the content of one version after it is opened. */
  readonly children: (version: number) => ReactNode;
}

/** Every kept version of a thing, newest first; one is open at a time. */
export function VersionList({ versions, current, children }: VersionListProps) {
  const t = useTranslations('versions');
  const [openVersion, setOpen] = useState<number>();
  return (
    <Loaded query={versions} rows={4}>
      {(saves) => (
        <ol className={styles.versions} aria-label={t('title')}>
          {saves.map((save) => {
            const { version } = save;
            const isOpen = version === openVersion;
            return (
              <li key={version}>
                <button
                  type="button"
                  className={styles.version}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? undefined : version)}
                >
                  <span>{version === current ? t('current') : t('version', { version })}</span>
                  <SavedWhen save={save} />
                </button>
                {isOpen && children(version)}
              </li>
            );
          })}
        </ol>
      )}
    </Loaded>
  );
}
