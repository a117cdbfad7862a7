import {
  IconArchive,
  IconClock,
  IconCode,
  IconPlus,
  IconStar,
  IconUser,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import { Menu } from '../../ui/menu.tsx';
import { MenuItem } from '../../ui/menu-item.tsx';
import type { Flag } from './use-toggle-filters.ts';

interface MoreFiltersProps {
  /** The filters that are inactive and would match something. */
  readonly flags: readonly Flag[];
  readonly onFlag: (flag: Flag) => void;
  /** Adds a filter that has a field of its own. */
  readonly onAdd: (name: 'value' | 'since') => void;
}

const ICONS = {
  mine: IconUser,
  favourites: IconStar,
  archived: IconArchive,
} as const;

/** The menu of the less frequent filters. */
export function MoreFilters({ flags, onFlag, onAdd }: MoreFiltersProps) {
  const t = useTranslations('toggle.list');
  return (
    <Menu
      button={(opener) => (
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} {...opener}>
          {t('filter.add')}
        </Button>
      )}
    >
      {flags.map((flag) => {
        const Icon = ICONS[flag];
        return (
          <MenuItem key={flag} icon={<Icon size={16} aria-hidden />} onClick={() => onFlag(flag)}>
            {t(`filter.${flag}`)}
          </MenuItem>
        );
      })}
      <MenuItem icon={<IconCode size={16} aria-hidden />} onClick={() => onAdd('value')}>
        {t('value.label')}
      </MenuItem>
      <MenuItem icon={<IconClock size={16} aria-hidden />} onClick={() => onAdd('since')}>
        {t('since.label')}
      </MenuItem>
    </Menu>
  );
}
