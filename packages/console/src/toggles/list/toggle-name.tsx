import type { Toggle } from '@comporta/contract/toggles/toggle';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { FavouriteButton } from '../../parts/favourite/favourite-button.tsx';
import type { Favourites } from '../../parts/favourite/use-favourites.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ListLink } from '../../ui/list/list-link.tsx';
import styles from './toggle-name.module.css';

interface ToggleNameProps {
  readonly toggle: Toggle;
  readonly favourites: Favourites;
  /** The value that it has returned everywhere for a long time; undefined when there is none. */
  readonly soleValue: string | undefined;
}

/** The name, which links to the toggle, above its description. */
export function ToggleName({ toggle, favourites, soleValue }: ToggleNameProps) {
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
      <p className={styles.description} title={description}>
        {archived && <span className={styles.mark}>{t('archived')}</span>}
        {soleValue !== undefined && (
          <span className={styles.mark}>
            {t('stale', { value: shownValue(soleValue, toggle.values) })}
          </span>
        )}
        {description}
        {tags.length > 0 && (
          <span className={styles.tags}>{tags.map((tag) => ` #${tag}`).join('')}</span>
        )}
      </p>
    </>
  );
}
