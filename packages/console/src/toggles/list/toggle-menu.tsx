import type { Toggle } from '@comporta/contract/toggles/toggle';
import { IconCopy, IconFlask, IconPencil, IconUsersGroup } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { copyText } from '../../ui/copy-text.ts';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { MenuItem, MenuLink } from '../../ui/menu-item.tsx';
import { toast } from '../../ui/toast-store.ts';

interface ToggleMenuProps {
  readonly toggle: Toggle;
  /** The environment for the playground. */
  readonly envId: string | undefined;
  /** Opens the roll-out in that environment. */
  readonly onRollOut?: (() => void) | undefined;
}

/** The actions on one toggle of the list, except the deletion, which has its own button. */
export function ToggleMenu({ toggle, envId, onRollOut }: ToggleMenuProps) {
  const t = useTranslations();
  const isReadOnly = useIsReadOnly();
  const { appId, id: toggleId, name } = toggle;

  async function copy() {
    if (await copyText(name)) toast({ text: t('common.copied') });
  }

  return (
    <Menu
      button={(opener) => (
        <IconButton
          icon="dots"
          size="large"
          data-row-key="."
          aria-label={t('toggle.list.actionsOf', { name })}
          {...opener}
        />
      )}
    >
      {!isReadOnly && (
        <MenuLink
          to={pathTo('toggle', { appId, toggleId })}
          icon={<IconPencil size={16} aria-hidden />}
        >
          {t('common.edit')}
        </MenuLink>
      )}
      {onRollOut !== undefined && (
        <MenuItem icon={<IconUsersGroup size={16} aria-hidden />} onClick={onRollOut}>
          {t('toggle.switch.turnOn')}
        </MenuItem>
      )}
      <MenuItem icon={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
        {t('toggle.list.copyName')}
      </MenuItem>
      {envId !== undefined && (
        <MenuLink
          to={`${pathTo('playground', { appId, envId })}?toggle=${toggleId}`}
          icon={<IconFlask size={16} aria-hidden />}
        >
          {t('toggle.list.openInPlayground')}
        </MenuLink>
      )}
    </Menu>
  );
}
