import type { View } from '@comporta/contract/views/view';
import {
  IconBookmark,
  IconChevronDown,
  IconDeviceFloppy,
  IconLayoutList,
  IconPencil,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useFailureText } from '../../api/failure-text.ts';
import { useSession } from '../../data/stored/session.ts';
import { removeView, viewsQuery } from '../../data/view-queries.ts';
import { setCompact, useCompact } from '../../parts/density/density.ts';
import { Button } from '../../ui/controls/button.ts';
import { Menu } from '../../ui/menu.tsx';
import { MenuItem, MenuLink } from '../../ui/menu-item.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ViewDialog } from './view-dialog.tsx';

/** The named queries of the list: the user's own, and those that others share. */
export function ViewMenu({ appId }: { readonly appId: string }) {
  const t = useTranslations('view');
  const client = useQueryClient();
  const failureText = useFailureText();
  const isAdmin = useSession()?.is_admin === true;
  const { pathname, search } = useLocation();
  const { data: views = [] } = useQuery(viewsQuery(appId));
  const isCompactNow = useCompact();
  const [edited, setEdited] = useState<View | 'new'>();
  const current = views.find(({ query }) => query === search);
  const changeable = current && (current.own || isAdmin) ? current : undefined;

  async function remove({ id, name }: View) {
    try {
      await removeView(client, appId, id);
      toast({ text: t('removed', { name }) });
    } catch (error) {
      toast({ text: failureText(error) });
    }
  }

  return (
    <>
      <Menu
        button={(opener) => (
          <Button
            variant="default"
            rightSection={<IconChevronDown size={16} aria-hidden />}
            {...opener}
          >
            {current?.name ?? t('menu')}
          </Button>
        )}
      >
        <MenuItem
          icon={<IconLayoutList size={16} aria-hidden />}
          isCurrent={isCompactNow}
          onClick={() => setCompact(!isCompactNow)}
        >
          {t('compact')}
        </MenuItem>
        {views.map((view) => (
          <MenuLink
            key={view.id}
            to={pathname + view.query}
            icon={
              view.shared ? (
                <IconUsers size={16} aria-hidden />
              ) : (
                <IconBookmark size={16} aria-hidden />
              )
            }
          >
            {view.own || view.createdBy === null
              ? view.name
              : t('sharedBy', { name: view.name, person: view.createdBy })}
          </MenuLink>
        ))}
        {search !== '' && current === undefined && (
          <MenuItem
            icon={<IconDeviceFloppy size={16} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {t('save')}
          </MenuItem>
        )}
        {changeable !== undefined && (
          <>
            <MenuItem
              icon={<IconPencil size={16} aria-hidden />}
              onClick={() => setEdited(changeable)}
            >
              {t('change', { name: changeable.name })}
            </MenuItem>
            <MenuItem
              isDanger
              icon={<IconTrash size={16} aria-hidden />}
              onClick={() => void remove(changeable)}
            >
              {t('remove', { name: changeable.name })}
            </MenuItem>
          </>
        )}
      </Menu>
      {edited !== undefined && (
        <ViewDialog
          appId={appId}
          view={edited === 'new' ? undefined : edited}
          query={search}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
