import type { Toggle } from '@comporta/contract/toggles/toggle';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { latePart } from '../base/late-part.ts';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import { lifecyclesQuery } from '../data/lifecycle-queries.ts';
import { toggleQuery } from '../data/toggle-queries.ts';
import { FavouriteButton } from '../parts/favourite/favourite-button.tsx';
import { useFavourites } from '../parts/favourite/use-favourites.ts';
import type { Restored } from '../parts/history/use-restored-draft.ts';
import { Button } from '../ui/controls/button.ts';
import { Tabs } from '../ui/controls/tabs.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { isSameText } from '../ui/forms/form-machine.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { EnvironmentCards } from './page/environment-cards.tsx';
import { ToggleCode } from './page/toggle-code.tsx';
import { ToggleDetails } from './page/toggle-details.tsx';
import { TogglePageMenu } from './page/toggle-page-menu.tsx';
import { ToggleValues } from './page/toggle-values.tsx';
import type { RestoredToggle } from './page/toggle-versions.tsx';
import {
  DETAILS_PART,
  partOf,
  type ToggleForm,
  type TogglePart,
  toggleForm,
  VALUES_PART,
} from './toggle-form.ts';
import { ToggleHistory } from './toggle-history.tsx';
import styles from './toggle-page.module.css';

const LifecycleMark = latePart(
  async () => (await import('./lifecycle/lifecycle-mark.tsx')).LifecycleMark,
);

const ToggleUsage = lazy(async () => ({
  default: (await import('./usage/toggle-usage.tsx')).ToggleUsage,
}));

const TABS = ['values', 'usage', 'history', 'code'] as const;
type Tab = (typeof TABS)[number];

/** The page of a toggle: its details, what users get from it, and its values. */
export function TogglePage() {
  const t = useTranslations();
  const { appId = '', toggleId = '' } = useParams();
  const navigate = useNavigate();
  const toggle = useQuery(toggleQuery(appId, toggleId));
  const { chosen } = useCurrentEnvironment();
  const favourites = useFavourites();
  const { data: saved } = toggle;
  const lifecycle = useQuery(lifecyclesQuery(appId)).data?.get(toggleId);
  const playground =
    chosen && `${pathTo('playground', { appId, envId: chosen.id })}?toggle=${toggleId}`;

  return (
    <Page
      title={saved?.name ?? '…'}
      item={saved?.name}
      help="concepts"
      beside={
        saved && (
          <>
            <CopyButton text={saved.name} label={saved.name} />
            <FavouriteButton
              name={saved.name}
              isFavourite={favourites.ids.has(saved.id)}
              onPress={() => favourites.toggle({ type: 'toggle', id: saved.id, appId })}
            />
            {saved.archived && <span className={styles.mark}>{t('toggle.list.archived')}</span>}
            {lifecycle !== undefined && (
              <Suspense>
                <LifecycleMark lifecycle={lifecycle} />
              </Suspense>
            )}
          </>
        )
      }
      actions={
        saved && (
          <>
            {playground !== undefined && (
              <Button
                component={Link}
                to={playground}
                variant="default"
                leftSection={<IconFlask size={16} />}
              >
                {t('toggle.details.test')}
              </Button>
            )}
            <TogglePageMenu
              toggle={saved}
              onDeleted={() => void navigate(pathTo('toggles', { appId }))}
            />
          </>
        )
      }
    >
      <Loaded query={toggle}>
        {(loaded, reload) => <ToggleParts key={toggleId} toggle={loaded} onReload={reload} />}
      </Loaded>
    </Page>
  );
}

interface TogglePartsProps {
  readonly toggle: Toggle;
  readonly onReload: () => void;
}

/** The editable parts of a toggle, around what its users get; a former version fills the forms where it differs. */
function ToggleParts({ toggle, onReload }: TogglePartsProps) {
  const [restored, restore] = useState<RestoredToggle>();
  return (
    <>
      <ToggleDetails
        toggle={toggle}
        restored={useRestoredPart(toggle, restored, DETAILS_PART)}
        onReload={onReload}
      />
      <EnvironmentCards toggle={toggle} />
      <ToggleTabs
        toggle={toggle}
        restored={useRestoredPart(toggle, restored, VALUES_PART)}
        onRestore={restore}
        onReload={onReload}
      />
    </>
  );
}

/** The part of a restored toggle that one form edits; undefined when it does not differ. */
function useRestoredPart(
  toggle: Toggle,
  restored: RestoredToggle | undefined,
  part: TogglePart,
): Restored<ToggleForm> | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: computed once for each restored version.
  return useMemo(() => {
    if (restored === undefined) return undefined;
    const draft = partOf(toggleForm(restored.toggle), part);
    if (isSameText(draft, partOf(toggleForm(toggle), part))) return undefined;
    return { version: restored.version, draft, offer: restored.offer };
  }, [restored]);
}

interface ToggleTabsProps extends TogglePartsProps {
  readonly restored: Restored<ToggleForm> | undefined;
  readonly onRestore: (restored: RestoredToggle) => void;
}

/** The tabs. The address holds the open one (`?tab=history`). */
function ToggleTabs({ toggle, restored, onRestore, onReload }: ToggleTabsProps) {
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
      {/* Edits are kept while the user looks at another tab. */}
      <Tabs.Panel value="values" keepMounted className={styles.values}>
        <ToggleValues toggle={toggle} restored={restored} onReload={onReload} />
      </Tabs.Panel>
      <Tabs.Panel value="usage">
        <Suspense>
          <ToggleUsage toggle={toggle} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <ToggleHistory
          toggle={toggle}
          onRestore={(former) => {
            onRestore(former);
            choose('values');
          }}
        />
      </Tabs.Panel>
      <Tabs.Panel value="code">
        <ToggleCode toggle={toggle} />
      </Tabs.Panel>
    </Tabs>
  );
}
