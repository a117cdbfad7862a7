import type { ToggleLifecycle } from '@comporta/contract/lifecycle/lifecycle';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl/react';
import { latePart } from '../../base/late-part.ts';
import { pathTo } from '../../base/paths.ts';
import { FavouriteButton } from '../../parts/favourite/favourite-button.tsx';
import type { Favourites } from '../../parts/favourite/use-favourites.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ListLink } from '../../ui/list/list-link.tsx';
import styles from './toggle-name.module.css';

const LifecycleNote = latePart(
  async () => (await import('../lifecycle/lifecycle-note.tsx')).LifecycleNote,
);

interface ToggleNameProps {
  readonly toggle: Toggle;
  readonly favourites: Favourites;
  /** Undefined while it is not loaded, and for archived ones. */
  readonly lifecycle: ToggleLifecycle | undefined;
  /** Whether the list is of one state: then the reasons get more room. */
  readonly isByLifecycle: boolean;
}

/** The name, which links to the toggle, above its description. */
export function ToggleName({ toggle, favourites, lifecycle, isByLifecycle }: ToggleNameProps) {
  const t = useTranslations('toggle.list');
  const { appId, id, name, description, tags, archived } = toggle;
  return (
    <>
      <ListLink href={pathTo('toggle', { appId, toggleId: id })} title={name}>
        {name}
      </ListLink>
      <CopyButton text={name} label={name} />
      <FavouriteButton
        name={name}
        isFavourite={favourites.ids.has(id)}
        onPress={() => favourites.toggle({ type: 'toggle', id, appId })}
      />
      <p
        className={styles.description}
        title={description}
        data-noted={lifecycle?.stale ? (isByLifecycle ? 'more' : '') : undefined}
      >
        {archived && <span className={styles.mark}>{t('archived')}</span>}
        {lifecycle?.stale && (
          <Suspense>
            <LifecycleNote {...{ toggle, lifecycle }} />
          </Suspense>
        )}
        {description}
        {tags.length > 0 && (
          <span className={styles.tags}>{tags.map((tag) => ` #${tag}`).join('')}</span>
        )}
      </p>
    </>
  );
}
