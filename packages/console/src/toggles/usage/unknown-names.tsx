import type { Environment } from '@comporta/contract/applications/application';
import type { UnknownToggle } from '@comporta/contract/usage/unknown-toggle-api';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { TextsOfUses } from '../../base/texts/texts-of-uses.tsx';
import { useMayEdit } from '../../data/use-may-edit.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { useTimeAgo } from '../../ui/time-ago.tsx';
import styles from './unknown-names.module.css';

interface UnknownNamesProps {
  readonly appId: string;
  readonly environments: readonly Environment[];
  readonly unknown: readonly UnknownToggle[];
}

export function UnknownNames(props: UnknownNamesProps) {
  return (
    <TextsOfUses>
      <Names {...props} />
    </TextsOfUses>
  );
}

/** Each name with the environments in which it was asked for, and what may be done about it. */
function Names({ appId, environments, unknown }: UnknownNamesProps) {
  const t = useTranslations('unknown');
  const timeAgo = useTimeAgo();
  const mayEdit = useMayEdit();
  const byName = Map.groupBy(unknown, ({ name }) => name);
  const environmentName = (id: string) => environments.find((one) => one.id === id)?.name ?? '';
  return (
    <div className={styles.unknown}>
      <Disclosure label={t('count', { count: byName.size })}>
        <ul className={styles.names}>
          {[...byName].map(([name, asked]) => {
            const [first] = asked;
            if (first === undefined) return null;
            const { kind, deletedAt, deletedBy, near } = first;
            return (
              <li key={name}>
                <code>{name}</code>
                <span>
                  {kind === 'DELETED' && deletedAt !== undefined
                    ? t('DELETED', { time: timeAgo(deletedAt), name: deletedBy ?? '?' })
                    : t(kind === 'HIDDEN' ? 'HIDDEN' : 'NEVER')}
                </span>
                {near !== undefined && <span>{t('near', { toggle: near })}</span>}
                {asked.map(({ envId, count, lastAt }) => (
                  <span key={envId} className={styles.asked}>
                    {t('asked', {
                      environment: environmentName(envId),
                      count,
                      time: timeAgo(lastAt),
                    })}
                  </span>
                ))}
                {kind !== 'HIDDEN' && mayEdit() && (
                  <Link to={`${pathTo('newToggle', { appId })}?name=${encodeURIComponent(name)}`}>
                    {t('create', { name })}
                  </Link>
                )}
              </li>
            );
          })}
        </ul>
      </Disclosure>
    </div>
  );
}
