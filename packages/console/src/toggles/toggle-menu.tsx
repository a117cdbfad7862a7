import type { Toggle } from '@comporta/contract/toggles/toggle';
import { Menu } from '@mantine/core';
import { IconCopy, IconDots, IconFlask, IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../shell/paths.ts';
import { copyText } from '../ui/copy-text.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { toast } from '../ui/toast-store.ts';

interface ToggleMenuProps {
  readonly toggle: Toggle;
  /** Where the playground starts. */
  readonly envId: string | undefined;
  readonly onDelete: () => void;
}

/** What can be done with one toggle of the list. */
export function ToggleMenu(props: ToggleMenuProps) {
  const t = useTranslations('toggle.list');
  const [isUsed, setUsed] = useState(false);
  const element = useRef<HTMLButtonElement>(null);
  const button = (
    <IconButton
      ref={element}
      size="large"
      aria-label={t('actionsOf', { name: props.toggle.name })}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setUsed(true)}
    >
      <IconDots size={17} />
    </IconButton>
  );
  // A hundred menus take longer to make than the rows they belong to, and most are never opened.
  if (!isUsed) return button;
  return (
    <Menu
      position="bottom-end"
      defaultOpened
      withInitialFocusPlaceholder={false}
      // The menu would give the focus back to the button that it took the place of.
      onClose={() => element.current?.focus()}
    >
      <Menu.Target>{button}</Menu.Target>
      <ToggleMenuItems {...props} />
    </Menu>
  );
}

function ToggleMenuItems({ toggle, envId, onDelete }: ToggleMenuProps) {
  const t = useTranslations();
  const { appId, id: toggleId, name } = toggle;

  async function copy() {
    if (await copyText(name)) toast({ text: t('common.copied') });
  }

  return (
    <Menu.Dropdown>
      <Menu.Item
        component={Link}
        to={pathTo('toggle', { appId, toggleId })}
        leftSection={<IconPencil size={16} />}
      >
        {t('common.edit')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
        {t('toggle.list.copyName')}
      </Menu.Item>
      {envId !== undefined && (
        <Menu.Item
          component={Link}
          to={`${pathTo('playground', { appId, envId })}?toggleId=${toggleId}`}
          leftSection={<IconFlask size={16} />}
        >
          {t('toggle.list.openInPlayground')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconTrash size={16} />} onClick={onDelete}>
        {t('toggle.delete.title')}
      </Menu.Item>
    </Menu.Dropdown>
  );
}
