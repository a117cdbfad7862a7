import type { Toggle } from '@comporta/contract/toggles/toggle';
import { archiveToggle } from '@comporta/contract/toggles/toggle-api';
import { IconArchive, IconArchiveOff, IconDots, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { setArchived } from '../../data/toggle-queries.ts';
import { useUsageLinks } from '../../parts/usage/use-usage-links.ts';
import { InfoDialog, type Outcome } from '../../ui/dialogs/info-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { MenuItem } from '../../ui/menu-item.tsx';
import { toast } from '../../ui/toast-store.ts';

interface TogglePageMenuProps {
  readonly toggle: Toggle;
  readonly onDelete: () => void;
}

/** The rare actions on a toggle. */
export function TogglePageMenu({ toggle, onDelete }: TogglePageMenuProps) {
  const t = useTranslations('toggle');
  const client = useQueryClient();
  const failureText = useFailureText();
  const usageLinks = useUsageLinks(toggle.appId);
  const [refusal, setRefusal] = useState<Outcome>();
  const { name } = toggle;

  async function archive(isArchived: boolean) {
    try {
      await setArchived(client, toggle, isArchived);
      toast({
        text: t(isArchived ? 'archive.done' : 'archive.undone', { name }),
        undo: () => void archive(!isArchived),
      });
    } catch (error) {
      const code = refusalOf(archiveToggle, error);
      const text = code === undefined ? failureText(error) : t(`archive.refused.${code}`);
      setRefusal({ kind: 'error', text, items: usageLinks(error) });
    }
  }

  const ArchiveIcon = toggle.archived ? IconArchiveOff : IconArchive;
  return (
    <>
      <Menu
        button={(opener) => (
          <IconButton size="large" aria-label={t('list.actionsOf', { name })} {...opener}>
            <IconDots size={17} />
          </IconButton>
        )}
      >
        <MenuItem
          icon={<ArchiveIcon size={16} aria-hidden />}
          onClick={() => void archive(!toggle.archived)}
        >
          {t(toggle.archived ? 'archive.takeBack' : 'archive.title')}
        </MenuItem>
        <MenuItem isDanger icon={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          {t('delete.title')}
        </MenuItem>
      </Menu>
      {refusal !== undefined && <InfoDialog {...refusal} onClose={() => setRefusal(undefined)} />}
    </>
  );
}
