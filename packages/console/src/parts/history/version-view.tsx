import type { Missing } from '@comporta/contract/saved-version';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { Loaded, type Pending } from '../../ui/list/loaded.tsx';
import styles from './version-list.module.css';

interface FormerVersion<Body> {
  readonly body: Body;
  readonly missing: readonly Missing[];
}

interface ShownVersion {
  /** The changes that it would make to the current state. */
  readonly changes: ReactNode;
  /** Other things it refers to that no longer exist, in words. */
  readonly gone?: readonly string[];
  /** Undefined when it would change nothing. */
  readonly onRestore: (() => void) | undefined;
}

interface VersionViewProps<Body> {
  readonly saved: Pending<FormerVersion<Body>>;
  readonly children: (body: Body) => ShownVersion;
}

/**
 * Shows what a former version would change, what it refers to that no longer exists, and the button to
 * restore it.
 */
export function VersionView<Body>({ saved, children }: VersionViewProps<Body>) {
  const t = useTranslations('versions');
  const isReadOnly = useIsReadOnly();
  return (
    <div className={styles.view}>
      <Loaded query={saved} rows={2}>
        {({ body, missing }) => {
          const { changes, gone = [], onRestore } = children(body);
          const lost = [
            ...missing.map(({ type, id, name }) => t(`gone.${type}`, { name: name ?? id })),
            ...gone,
          ];
          return (
            <>
              {changes}
              {lost.length > 0 && (
                <div className={styles.gone}>
                  <p>{t('gone.title')}</p>
                  <ul>
                    {lost.map((text) => (
                      <li key={text}>{text}</li>
                    ))}
                  </ul>
                </div>
              )}
              {onRestore && !isReadOnly && (
                <div>
                  <Button variant="default" size="compact-sm" onClick={onRestore}>
                    {t('restore')}
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
