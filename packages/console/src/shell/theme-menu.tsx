import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';

const THEMES = [
  { scheme: 'light', label: 'light', Icon: IconSun },
  { scheme: 'dark', label: 'dark', Icon: IconMoon },
  { scheme: 'auto', label: 'system', Icon: IconDeviceDesktop },
] as const;

export function ThemeMenu() {
  const t = useTranslations('theme');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = THEMES.find(({ scheme }) => scheme === colorScheme)?.Icon ?? IconDeviceDesktop;
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('label')}
          title={t('label')}
        >
          <Current size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {THEMES.map(({ scheme, label, Icon }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon size={16} />}
            rightSection={scheme === colorScheme && <IconCheck size={16} aria-hidden />}
            aria-current={scheme === colorScheme || undefined}
            onClick={() => setColorScheme(scheme)}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
