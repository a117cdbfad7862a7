import { useTranslations } from 'use-intl/react';
import { IconButton } from '../../ui/icon-button.tsx';

interface FavouriteButtonProps {
  readonly name: string;
  readonly isFavourite: boolean;
  readonly onPress: () => void;
}

/** Adds a thing to the favourites, or removes it. */
export function FavouriteButton({ name, isFavourite, onPress }: FavouriteButtonProps) {
  const t = useTranslations('common');
  return (
    <IconButton
      icon={isFavourite ? 'star-filled' : 'star'}
      aria-label={t('favourite', { name })}
      aria-pressed={isFavourite}
      data-row-key="f"
      data-favourite={isFavourite || undefined}
      onClick={onPress}
    />
  );
}
