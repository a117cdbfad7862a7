import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { environmentStatusQuery } from '../../data/environment-key-queries.ts';
import { experimentsQuery } from '../../data/experiment-queries.ts';
import { togglesQuery } from '../../data/toggle-queries.ts';
import { Notice } from '../../ui/alert.tsx';
import { allDependentsOf } from '../experiment/dependents.ts';
import styles from './older-readers.module.css';

/** A toggle that gets a word of this release in an environment. */
export interface ToggleUse {
  readonly envId: string;
  readonly toggleId: string;
}

export interface OlderReadersProps {
  readonly appId: string;
  readonly uses: readonly ToggleUse[];
}

/** Nobody reads more names in a warning. */
const SHOWN = 20;

/**
 * Warns before a save of programs that evaluate these environments and do not know the words of this release, and says
 * what they would give. Nothing is shown where there are none. Source: RUL-58.
 */
export function OlderReaders({ appId, uses }: OlderReadersProps) {
  const t = useTranslations('olderReaders');
  const environments = useCurrentEnvironment().application?.environments ?? [];
  const envIds = [...new Set(uses.map(({ envId }) => envId))];
  const statuses = useQueries({
    queries: envIds.map((envId) => environmentStatusQuery(appId, envId)),
  });
  const readers = envIds.flatMap((envId, index) => {
    const reader = statuses[index]?.data?.olderReader;
    return reader === undefined ? [] : [{ ...reader, envId }];
  });
  const toggles = useQuery({ ...togglesQuery(appId), enabled: readers.length > 0 });
  const experiments = useQueries({
    queries: readers.map(({ envId }) => experimentsQuery({ appId, envId })),
  });
  if (readers.length === 0 || toggles.data === undefined) return null;

  const unread = uses.filter(({ envId }) => readers.some((reader) => reader.envId === envId));
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
  return (
    <div className={styles.warning}>
      <Notice tone="warning">
        <strong>{t('title')}</strong>
        {[...byValue].map(([value, names]) => (
          <p key={value}>{t('text', { toggle: listed([...names]), value })}</p>
        ))}
        {dependents.size > 0 && <p>{t('dependents', { names: listed([...dependents]) })}</p>}
        <p>
          {t('names', {
            names: listed(
              readers.map(({ envId, sdk, version }) => `${sdk} ${version} (${nameOf(envId)})`),
            ),
          })}
        </p>
      </Notice>
    </div>
  );
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).join(', ');
  return names.length > SHOWN ? `${shown}, …` : shown;
}
