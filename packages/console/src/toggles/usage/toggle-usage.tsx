import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { ToggleUsage as Usage } from '@comporta/contract/usage/usage-api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { TextsOfUses } from '../../base/texts/texts-of-uses.tsx';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { clientsQuery, toggleUsageQuery } from '../../data/toggle-usage-queries.ts';
import { DayBars } from '../../parts/days/day-bars.tsx';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Loaded } from '../../ui/list/loaded.tsx';
import { localTimeZone } from '../../ui/local-time-zone.ts';
import { TimeAgo, useTimeAgo } from '../../ui/time-ago.tsx';
import { clientName } from './client-name.ts';
import { type DaysOfValues, daysOfValues } from './days-of-values.ts';
import styles from './toggle-usage.module.css';

const PERIODS = [7, 30, 90] as const;

/** How often programs ask for a toggle in an environment, what they get, and which they are. */
export function ToggleUsage({ toggle }: { readonly toggle: Toggle }) {
  return (
    <TextsOfUses>
      <UsageOfToggle toggle={toggle} />
    </TextsOfUses>
  );
}

function UsageOfToggle({ toggle: { appId, id } }: { readonly toggle: Toggle }) {
  const t = useTranslations('uses');
  const { application, chosen } = useCurrentEnvironment();
  const environments = application?.environments ?? [];
  const [picked, setPicked] = useState<string>();
  const [days, setDays] = useState<number>(30);
  const envId = picked ?? chosen?.id ?? environments[0]?.id ?? '';
  const usage = useQuery({
    ...toggleUsageQuery({ appId, toggleId: id, envId, days }),
    enabled: envId !== '',
  });
  return (
    <>
      <div className={styles.choices}>
        <NativeSelect
          aria-label={t('environment')}
          value={envId}
          onChange={({ currentTarget }) => setPicked(currentTarget.value)}
          data={environments.map((one) => ({ value: one.id, label: one.name }))}
        />
        <NativeSelect
          aria-label={t('period')}
          value={`${days}`}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          data={PERIODS.map((period) => ({
            value: `${period}`,
            label: t('days', { days: period }),
          }))}
        />
      </div>
      <Loaded query={usage} rows={3}>
        {(loaded) => (
          <>
            <Counts usage={loaded} days={days} />
            <Clients usage={loaded} />
          </>
        )}
      </Loaded>
      {envId !== '' && <SilentClients appId={appId} envId={envId} />}
    </>
  );
}

function Counts({ usage, days }: { readonly usage: Usage; readonly days: number }) {
  const t = useTranslations('uses');
  const format = useFormatter();
  const timeAgo = useTimeAgo();
  const counted = daysOfValues(usage.days, days, new Date());
  const { total, totals, values } = counted;
  const sharesOf = (part: number) =>
    format.number(part / total, { style: 'percent', maximumFractionDigits: 1 });
  // A report may be of days before this service began to count.
  const reportedDays =
    days -
    Math.max(
      0,
      totals.findIndex((count) => count > 0),
    );
  const countedDays = Math.min(days, Math.max(daysSince(usage.countingSince), reportedDays));
  const last = usage.clients[0]?.lastUseAt;
  return (
    <section className={styles.section}>
      {total === 0 ? (
        <p>{t('none', { days })}</p>
      ) : (
        <>
          <p className={styles.summary}>
            <span>{t('perDay', { count: Math.round(total / countedDays) })}</span>
            {last !== undefined && <span>{t('last', { time: timeAgo(last) })}</span>}
          </p>
          <DayBars days={totals} label={t('bars', { total, days })} isWide />
          <ul className={styles.values}>
            {values.map(({ value, total: part }) => (
              <li key={`${value}`}>
                {value === null ? t('otherValue') : <code dir="auto">{value}</code>}{' '}
                {sharesOf(part)}
              </li>
            ))}
          </ul>
          <Disclosure label={t('table')}>
            <UsesTable counted={counted} />
          </Disclosure>
        </>
      )}
      <p className={styles.remark}>
        {t('since', {
          time: format.dateTime(new Date(usage.countingSince), {
            dateStyle: 'medium',
            timeZone: localTimeZone(),
          }),
        })}
      </p>
      {values.some(({ value }) => value === null) && <p className={styles.remark}>{t('capped')}</p>}
    </section>
  );
}

function UsesTable({ counted }: { readonly counted: DaysOfValues }) {
  const t = useTranslations('uses');
  const format = useFormatter();
  return (
    <div className={styles.scrolled}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            {counted.values.map(({ value }) => (
              <th key={`${value}`} scope="col">
                {value === null ? t('otherValue') : <code dir="auto">{value}</code>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counted.days.map((day, place) => (
            <tr key={day}>
              <th scope="row">
                {format.dateTime(new Date(day), { dateStyle: 'medium', timeZone: 'UTC' })}
              </th>
              {counted.values.map(({ value, counts }) => (
                <td key={`${value}`}>{format.number(counts[place] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Clients({ usage: { clients } }: { readonly usage: Usage }) {
  const t = useTranslations('uses');
  if (clients.length === 0) return null;
  return (
    <div className={styles.scrolled}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('who')}</th>
            <th scope="col">{t('lastUse')}</th>
          </tr>
        </thead>
        <tbody>
          {clients.map((client) => (
            <tr key={`${client.trusted} ${client.sdk} ${client.version} ${client.service}`}>
              <th scope="row">
                {clientName(t, client)}
                {!client.trusted && <span className={styles.remark}> {t('untrusted')}</span>}
              </th>
              <td>
                <TimeAgo at={client.lastUseAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Who gets values without telling which of them it uses: of those nobody knows whether they use this toggle. */
function SilentClients({ appId, envId }: { readonly appId: string; readonly envId: string }) {
  const t = useTranslations('uses');
  const { data: clients = [] } = useQuery(clientsQuery(appId, envId));
  const silent = clients.filter(({ reportsUses }) => !reportsUses);
  if (silent.length === 0) return null;
  return (
    <ul className={styles.silent}>
      {silent.map((client) => (
        <li key={`${client.trusted} ${client.sdk} ${client.version} ${client.service}`}>
          {t('silent', { client: clientName(t, client) })}
        </li>
      ))}
    </ul>
  );
}

function daysSince(at: string): number {
  return Math.max(1, Math.ceil((Date.now() - Date.parse(at)) / (24 * 60 * 60_000)));
}
