import type { Toggle } from '@comporta/contract/toggles/toggle';
import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Loaded } from '../ui/list/loaded.tsx';
import { ToggleEditor } from './toggle-editor.tsx';
import { ToggleEnvironments } from './toggle-environments.tsx';
import { ToggleHistory } from './toggle-history.tsx';
import styles from './toggle-page.module.css';
import { toggleQuery } from './toggle-queries.ts';
import { useToggleDeletion } from './use-toggle-deletion.ts';

const TABS = ['values', 'environments', 'history'] as const;
type Tab = (typeof TABS)[number];

export function TogglePage() {
  const t = useTranslations('toggle');
  const { appId = '', toggleId = '' } = useParams();
  const navigate = useNavigate();
  const toggle = useQuery(toggleQuery(appId, toggleId));
  const deletion = useToggleDeletion(appId, () => void navigate(pathTo('toggles', { appId })));
  const { data: saved } = toggle;

  return (
    <Page
      title={t('titleEdit')}
      width="form"
      actions={
        saved && (
          <Button variant="default" onClick={() => deletion.ask(saved)}>
            {t('delete.title')}
          </Button>
        )
      }
    >
      <Loaded query={toggle}>
        {(loaded, reload) => (
          <>
            <p className={styles.name}>
              <code>{loaded.name}</code>
              <CopyButton text={loaded.name} label={loaded.name} />
            </p>
            <ToggleTabs key={toggleId} toggle={loaded} onReload={reload} />
          </>
        )}
      </Loaded>
      {deletion.dialogs}
    </Page>
  );
}

interface ToggleTabsProps {
  readonly toggle: Toggle;
  readonly onReload: () => void;
}

/** The address has the tab (`?tab=history`). */
function ToggleTabs({ toggle, onReload }: ToggleTabsProps) {
  const t = useTranslations('toggle.tab');
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((known) => known === params.get('tab')) ?? 'values';
  const choose = (next: Tab) =>
    setParams(next === 'values' ? {} : { tab: next }, { replace: true, preventScrollReset: true });

  return (
    <Tabs
      value={tab}
      onChange={(next) => choose(TABS.find((known) => known === next) ?? 'values')}
      keepMounted={false}
    >
      <Tabs.List className={styles.tabs}>
        {TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {/* What was typed stays while somebody looks at another tab. */}
      <Tabs.Panel value="values" keepMounted>
        <ToggleEditor appId={toggle.appId} saved={toggle} onReload={onReload} />
      </Tabs.Panel>
      <Tabs.Panel value="environments">
        <ToggleEnvironments toggle={toggle} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <ToggleHistory toggle={toggle} />
      </Tabs.Panel>
    </Tabs>
  );
}
