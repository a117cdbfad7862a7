import type { Environment } from '@comporta/contract/applications/application';
import { tagsOf } from '@comporta/contract/toggles/tags';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { changeManyToggles } from '../../data/toggle-queries.ts';
import { useMayEdit } from '../../data/use-may-edit.ts';
import { peopleQuery } from '../../data/user-queries.ts';
import type { BulkAction } from '../../parts/bulk/bulk-action.ts';
import { useExperimentActions } from '../../parts/bulk/use-experiment-actions.tsx';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { TextInput } from '../../ui/controls/text-input.ts';
import { type SendToggles, useLifecycleActions } from '../lifecycle/use-lifecycle-actions.tsx';
import { statesOfToggle, type ToggleStates } from './toggle-states.ts';

interface ToggleActionsOptions {
  readonly appId: string;
  readonly environments: readonly Environment[];
  readonly chosen: Environment | undefined;
  readonly states: ToggleStates | undefined;
  /** Whether the list shows archived toggles. */
  readonly archived: boolean;
}

const idOf = ({ id }: Toggle) => id;

/** The actions on all selected toggles, or on their experiments in the chosen environment. */
export function useToggleActions(options: ToggleActionsOptions): readonly BulkAction<Toggle>[] {
  const { appId, environments, chosen, states, archived } = options;
  const t = useTranslations('bulk');
  const client = useQueryClient();
  const mayEdit = useMayEdit();
  const [typed, setTyped] = useState('');
  const [ownerId, setOwnerId] = useState('');
  const { data: people = [] } = useQuery(peopleQuery(appId));
  const ofExperiments = useExperimentActions<Toggle>({
    ...{ appId, environments, environment: chosen },
    rowKey: idOf,
    toggleIdOf: idOf,
  });
  const tags = tagsOf(typed.split(/[\s,]+/).filter((tag) => tag !== ''));

  const sending: SendToggles = (body) => (rows: readonly Toggle[]) =>
    changeManyToggles(client, appId, { ...body, ids: rows.map(idOf) });
  const tagField = (
    <TextInput
      label={t('field.tags')}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      autoComplete="off"
    />
  );
  const whyUsed = (toggle: Toggle) => {
    const used = states && statesOfToggle(states, toggle.id);
    if (used === undefined || used.size === 0) return undefined;
    const names = environments.filter(({ id }) => used.has(id)).map(({ name }) => name);
    return t('why.used', { environments: names.join(', ') });
  };
  const archive: BulkAction<Toggle> = {
    name: 'ARCHIVE',
    title: t('title.ARCHIVE'),
    whyNot: (toggle) => {
      if (toggle.archived) return t('why.archived');
      return whyUsed(toggle);
    },
    mustType: false,
    send: sending({ action: 'ARCHIVE' }),
    undo: sending({ action: 'UNARCHIVE' }),
  };
  const unarchive: BulkAction<Toggle> = {
    name: 'UNARCHIVE',
    title: t('title.UNARCHIVE'),
    whyNot: (toggle) => (toggle.archived ? undefined : t('why.unarchived')),
    mustType: false,
    send: sending({ action: 'UNARCHIVE' }),
    undo: sending({ action: 'ARCHIVE' }),
  };
  // It changes what users of all environments get.
  const remove: BulkAction<Toggle> = {
    name: 'DELETE',
    title: t('title.DELETE'),
    whyNot: whyUsed,
    mustType: true,
    send: sending({ action: 'DELETE' }),
  };

  return [
    ...ofExperiments,
    {
      name: 'ADD_TAGS',
      title: t('title.ADD_TAGS'),
      fields: tagField,
      isReady: tags.length > 0,
      whyNot: (toggle) =>
        tags.length > 0 && tags.every((tag) => toggle.tags.includes(tag))
          ? t('why.tagged')
          : undefined,
      mustType: false,
      send: sending({ action: 'ADD_TAGS', tags: [...tags] }),
    },
    {
      name: 'REMOVE_TAGS',
      title: t('title.REMOVE_TAGS'),
      fields: tagField,
      isReady: tags.length > 0,
      whyNot: (toggle) =>
        toggle.tags.some((tag) => tags.includes(tag)) ? undefined : t('why.untagged'),
      mustType: false,
      send: sending({ action: 'REMOVE_TAGS', tags: [...tags] }),
    },
    {
      name: 'SET_OWNER',
      title: t('title.SET_OWNER'),
      fields: (
        <NativeSelect
          label={t('field.owner')}
          value={ownerId}
          onChange={(event) => setOwnerId(event.currentTarget.value)}
          data={[
            { value: '', label: t('field.nobody') },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ),
      whyNot: (toggle) => ((toggle.ownerId ?? '') === ownerId ? t('why.owned') : undefined),
      mustType: false,
      send: sending({ action: 'SET_OWNER', ownerId: ownerId || null }),
    },
    ...useLifecycleActions(sending),
    archived ? unarchive : archive,
    ...(environments.every(({ id }) => mayEdit(id)) ? [remove] : []),
  ];
}
