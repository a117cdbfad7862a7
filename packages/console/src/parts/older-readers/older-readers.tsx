import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { environmentStatusQuery } from '../../data/environment-key-queries.ts';
import { experimentsQuery } from '../../data/experiment-queries.ts';
import { togglesQuery } from '../../data/toggle-queries.ts';
import { clientsQuery } from '../../data/toggle-usage-queries.ts';
import { Notice } from '../../ui/alert.tsx';
import { allDependentsOf } from '../experiment/dependents.ts';
import styles from './older-readers.module.css';
import { olderReadersOf } from './readers-of.ts';

/** A toggle that gets a word of this release in an environment. */
export interface ToggleUse {
  readonly envId: string;
  readonly toggleId: string;
}

export interface OlderReadersProps {
  readonly appId: string;
  readonly uses: readonly ToggleUse[];
}

/** Nobody reads more names of toggles in a warning. */
const TOGGLES_SHOWN = 20;
const READERS_SHOWN = 5;

/**
 * Warns before a save of programs that evaluate these environments and do not know the words of this release, and says
 * what they would give. Nothing is shown where there are none. Source: RUL-58, LIF-49.
 */
export function OlderReaders({ appId, uses }: OlderReadersProps) {
  const t = useTranslations('olderReaders');
  const more = useTranslations('usage');
  const environments = useCurrentEnvironment().application?.environments ?? [];
  const envIds = [...new Set(uses.map(({ envId }) => envId))];
  const statuses = useQueries({
    queries: envIds.map((envId) => environmentStatusQuery(appId, envId)),
  });
  const clients = useQueries({ queries: envIds.map((envId) => clientsQuery(appId, envId)) });
  const readers = olderReadersOf(
    envIds.map((envId, index) => ({
      envId,
      clients: clients[index]?.data,
      olderReader: statuses[index]?.data?.olderReader,
    })),
  );
  const readIn = [...new Set(readers.flatMap((reader) => reader.envIds))];
  const toggles = useQuery({ ...togglesQuery(appId), enabled: readers.length > 0 });
  const experiments = useQueries({
    queries: readIn.map((envId) => experimentsQuery({ appId, envId })),
  });
  if (readers.length === 0 || toggles.data === undefined) return null;

  const unread = uses.filter(({ envId }) => readIn.includes(envId));
  const unreadIds = unread.map(({ toggleId }) => toggleId);
  const byValue = new Map<string, Set<string>>();
  for (const { id, name, defaultValue } of toggles.data) {
    if (!unreadIds.includes(id)) continue;
    byValue.set(defaultValue, (byValue.get(defaultValue) ?? new Set()).add(name));
  }
  const dependents = new Set(
    experiments
      .flatMap(({ data = [] }) => allDependentsOf(unreadIds, data))
      .map(({ toggleName }) => toggleName),
  );
  const nameOf = (envId: string) => environments.find(({ id }) => id === envId)?.name ?? '';
  function listed(names: readonly string[], most: number): string {
    const shown = names.slice(0, most).join(', ');
    return names.length > most ? `${shown} ${more('more', { count: names.length - most })}` : shown;
  }
  return (
    <div className={styles.warning}>
      <Notice tone="warning">
        <strong>{t('title')}</strong>
        {[...byValue].map(([value, names]) => (
          <p key={value}>{t('text', { toggle: listed([...names], TOGGLES_SHOWN), value })}</p>
        ))}
        {dependents.size > 0 && (
          <p>{t('dependents', { names: listed([...dependents], TOGGLES_SHOWN) })}</p>
        )}
        <p>
          {t('names', {
            names: listed(
              readers.map((reader) => `${reader.name} (${reader.envIds.map(nameOf).join(', ')})`),
              READERS_SHOWN,
            ),
          })}
        </p>
      </Notice>
    </div>
  );
}
