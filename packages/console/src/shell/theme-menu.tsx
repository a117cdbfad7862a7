import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { ActionIcon } from '../ui/controls/action-icon.ts';
import { useColorScheme } from '../ui/controls/use-color-scheme.ts';
import { Menu } from '../ui/menu.tsx';
import { MenuItem } from '../ui/menu-item.tsx';

const THEMES = [
  { scheme: 'light', label: 'light', Icon: IconSun },
  { scheme: 'dark', label: 'dark', Icon: IconMoon },
  { scheme: 'auto', label: 'system', Icon: IconDeviceDesktop },
] as const;

export function ThemeMenu() {
  const t = useTranslations('theme');
  const { colorScheme, setColorScheme } = useColorScheme();
  const Current = THEMES.find(({ scheme }) => scheme === colorScheme)?.Icon ?? IconDeviceDesktop;
  return (
    <Menu
      button={(opener) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('label')}
          title={t('label')}
          {...opener}
        >
          <Current size={18} />
        </ActionIcon>
      )}
    >
      {THEMES.map(({ scheme, label, Icon }) => (
        <MenuItem
          key={scheme}
          icon={<Icon size={16} aria-hidden />}
          isCurrent={scheme === colorScheme}
          onClick={() => setColorScheme(scheme)}
        >
          {t(label)}
        </MenuItem>
      ))}
    </Menu>
  );
}
