import { AUDIT_SEARCH_MAX_CHARS, type AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { AUDIT_ACTIONS, ENTITY_TYPES, type EntityType } from '@comporta/contract/nouns/records';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { FILTER_NAMES, filterIn, withFilter } from '../data/audit-filter.ts';
import { SearchField } from '../parts/paged-list/search-field.tsx';
import { usePeople } from '../parts/people/use-people.ts';
import { Button } from '../ui/controls/button.ts';
import { NativeSelect } from '../ui/controls/native-select.ts';
import { DateField } from '../ui/dates/date-field.tsx';
import styles from './audit-filters.module.css';
import { EnvironmentFilter } from './environment-filter.tsx';

/** The log of an application has no entries of these types. */
const OF_ACCOUNT: ReadonlySet<EntityType> = new Set(['user', 'account', 'accountKey']);

interface AuditFiltersProps {
  readonly appId: string | undefined;
  /** The entries on the screen; their actors can be chosen. */
  readonly entries: readonly AuditEntry[];
}

/** The filters of a log. The address holds them, so that a filtered log can be shared. */
export function AuditFilters({ appId, entries }: AuditFiltersProps) {
  const t = useTranslations('audit');
  const [params, setParams] = useSearchParams();
  const filter = filterIn(params);
  const { action = '', actor = '', entity = '', from = '', to = '', q = '' } = filter;
  const people = usePeople(
    entries.map((entry) => entry.actor),
    actor,
  );
  const types = ENTITY_TYPES.filter((type) => appId === undefined || !OF_ACCOUNT.has(type));
  const first = useRef<HTMLSelectElement>(null);
  const isType = types.some((type) => type === entity);

  function clear() {
    setParams({}, { replace: true });
    // The button disappears with the filters that it clears.
    first.current?.focus();
  }

  function change(name: (typeof FILTER_NAMES)[number], value: string) {
    setParams(withFilter(present(), name, value), { replace: true, preventScrollReset: true });
  }

  function changeEnvironment({ envId, production }: { envId: string; production: string }) {
    const next = withFilter(withFilter(present(), 'envId', envId), 'production', production);
    setParams(next, { replace: true, preventScrollReset: true });
  }

  return (
    <div className={styles.filters}>
      <SearchField
        label={t('filter.search')}
        placeholder={t('filter.searchHint')}
        maxLength={AUDIT_SEARCH_MAX_CHARS}
        value={q}
        onChange={(words) => change('q', words)}
      />
      <EnvironmentFilter appId={appId} filter={filter} onChange={changeEnvironment} />
      <NativeSelect
        ref={first}
        variant="filled"
        label={t('filter.action')}
        value={action}
        onChange={(event) => change('action', event.currentTarget.value)}
        data={[
          { value: '', label: t('filter.anyAction') },
          ...AUDIT_ACTIONS.map((value) => ({ value, label: t(`action.${value}`) })),
        ]}
      />
      <NativeSelect
        variant="filled"
        label={t('filter.person')}
        value={actor}
        onChange={(event) => change('actor', event.currentTarget.value)}
        data={[{ value: '', label: t('filter.anyPerson') }, ...people]}
      />
      <NativeSelect
        variant="filled"
        className={styles.entity}
        label={t('filter.entity')}
        value={entity}
        onChange={(event) => change('entity', event.currentTarget.value)}
        data={[
          { value: '', label: t('filter.anyEntity') },
          ...types.map((value) => ({ value, label: t(`entity.${value}`) })),
          ...(entity === '' || isType
            ? []
            : [{ value: entity, label: nameOf(entity, entries) ?? t('filter.one') }]),
        ]}
      />
      <DateField
        label={t('filter.from')}
        value={from.slice(0, 10)}
        onChange={(day) => change('from', day)}
      />
      <DateField
        label={t('filter.to')}
        value={to.slice(0, 10)}
        onChange={(day) => change('to', day)}
      />
      {FILTER_NAMES.some((name) => params.has(name)) && (
        <Button className={styles.clear} size="compact-sm" variant="default" onClick={clear}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}

function nameOf(id: string, entries: readonly AuditEntry[]): string | undefined {
  return entries.find(({ entity }) => entity.id === id)?.entity.name;
}

/** The filters of the address, because the last render may lack a change. */
function present(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}
