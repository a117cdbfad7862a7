import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { toggleVersionQuery, toggleVersionsQuery } from '../../data/toggle-queries.ts';
import { peopleQuery } from '../../data/user-queries.ts';
import { createRestoreOffer, type RestoreOffer } from '../../parts/history/restore-offer.ts';
import { VersionList } from '../../parts/history/version-list.tsx';
import { VersionView } from '../../parts/history/version-view.tsx';
import { DifferenceList } from '../../ui/forms/difference-list.tsx';
import { isSameText } from '../../ui/forms/form-machine.ts';
import { describeToggle, toggleForm } from '../toggle-form.ts';

/** A toggle with the content of a former version. */
export interface RestoredToggle {
  readonly version: number;
  readonly toggle: Toggle;
  readonly offer: RestoreOffer;
}

interface ToggleVersionsProps {
  readonly toggle: Toggle;
  readonly onRestore: (restored: RestoredToggle) => void;
}

/** Every kept version of a toggle, with the button to restore it. */
export function ToggleVersions(props: ToggleVersionsProps) {
  const { toggle } = props;
  const versions = useQuery(toggleVersionsQuery(toggle));
  return (
    <VersionList versions={versions} current={toggle.version}>
      {(version) => <ToggleVersion {...props} version={version} />}
    </VersionList>
  );
}

function ToggleVersion(props: ToggleVersionsProps & { readonly version: number }) {
  const { version, toggle, onRestore } = props;
  const t = useTranslations();
  const saved = useQuery(toggleVersionQuery(toggle, version));
  const { data: people } = useQuery(peopleQuery(toggle.appId));
  const describe = (one: Toggle) => describeToggle(t, toggleForm(one), one.owner ?? '');
  return (
    <VersionView saved={saved}>
      {({ archived: _, name: __, ...body }) => {
        const owner = people?.find(({ id }) => id === body.ownerId);
        const isOwnerGone = people !== undefined && body.ownerId !== null && owner === undefined;
        const ofOwner = { ownerId: owner?.id ?? null, owner: owner?.name ?? null };
        // The page edits neither the name nor the archive state.
        const former = { ...toggle, ...body, ...ofOwner };
        return {
          changes: <DifferenceList before={describe(toggle)} after={describe(former)} />,
          gone: isOwnerGone ? [t('versions.gone.owner')] : [],
          onRestore: isSameText(toggleForm(former), toggleForm(toggle))
            ? undefined
            : () => onRestore({ version, toggle: former, offer: createRestoreOffer() }),
        };
      }}
    </VersionView>
  );
}
