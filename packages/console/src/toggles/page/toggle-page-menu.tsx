import type { Toggle } from '@comporta/contract/toggles/toggle';
import { IconArchive, IconArchiveOff, IconDots, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useFailureText } from '../../api/failure-text.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { archive, toggleUsesQuery, unarchive } from '../../data/toggle-queries.ts';
import { useMayEdit } from '../../data/use-may-edit.ts';
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { MenuItem } from '../../ui/menu-item.tsx';
import { toast } from '../../ui/toast-store.ts';
import { AskToggleQuestion } from '../question/ask-toggle-question.tsx';

interface TogglePageMenuProps {
  readonly toggle: Toggle;
  readonly onDeleted: () => void;
}

/** The rare actions on a toggle. */
export function TogglePageMenu({ toggle, onDeleted }: TogglePageMenuProps) {
  const t = useTranslations('toggle');
  const client = useQueryClient();
  const failureText = useFailureText();
  const [asked, setAsked] = useState<'delete' | 'archive'>();
  const [failure, setFailure] = useState<string>();
  const { name } = toggle;
  const mayEdit = useMayEdit();
  const { application } = useCurrentEnvironment();
  // It changes what users of all environments get.
  const mayDelete = application?.environments.every(({ id }) => mayEdit(id)) ?? false;

  /** Archives at once, which can be undone, unless something uses the toggle. */
  async function askToArchive() {
    const uses = await client.fetchQuery(toggleUsesQuery(toggle)).catch(() => undefined);
    if (uses?.experiments.length === 0 && uses.dependents.length === 0) await setArchived(true);
    else setAsked('archive');
  }

  async function setArchived(isArchived: boolean) {
    try {
      await (isArchived ? archive : unarchive)(client, toggle);
      toast({
        text: t(isArchived ? 'archive.done' : 'archive.undone', { name }),
        undo: () => void setArchived(!isArchived),
      });
    } catch (error) {
      setFailure(failureText(error));
    }
  }

  if (useIsReadOnly()) return null;
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
          onClick={() => void (toggle.archived ? setArchived(false) : askToArchive())}
        >
          {t(toggle.archived ? 'archive.takeBack' : 'archive.title')}
        </MenuItem>
        {mayDelete && (
          <MenuItem
            isDanger
            icon={<IconTrash size={16} aria-hidden />}
            onClick={() => setAsked('delete')}
          >
            {t('delete.title')}
          </MenuItem>
        )}
      </Menu>
      {asked !== undefined && (
        <AskToggleQuestion
          toggle={toggle}
          action={asked}
          onClose={() => setAsked(undefined)}
          onDeleted={onDeleted}
        />
      )}
      {failure !== undefined && (
        <InfoDialog kind="error" text={failure} onClose={() => setFailure(undefined)} />
      )}
    </>
  );
}
