import type {
  LifecycleReason,
  ToggleLifecycle,
  UsageClient,
} from '@comporta/contract/lifecycle/lifecycle';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { shownValue } from '@comporta/messages/shown-value';
import { useLocale, useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { shownDate } from '../../ui/dates/shown-date.ts';
import { useTimeAgo } from '../../ui/time-ago.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;
const BROWSERS = 'Mozilla';

export interface ReasonSentence {
  readonly code: LifecycleReason['code'];
  readonly text: string;
}

/** Says why a toggle has its state: each reason is a sentence. */
export function useLifecycleWords() {
  const t = useTranslations('lifecycle');
  const locale = useLocale();
  const timeAgo = useTimeAgo();
  const names = new Map(
    useCurrentEnvironment().application?.environments.map(({ id, name }) => [id, name]),
  );
  const daysSince = (at: string) => Math.floor((Date.now() - Date.parse(at)) / DAY_MS);

  function clientName({ service, sdk, version }: UsageClient): string {
    if (service !== '') return service;
    if (sdk === '') return t('client.others');
    return sdk === BROWSERS ? t('client.browsers') : `${sdk} ${version}`.trim();
  }

  function reasonText(reason: LifecycleReason, value: string): string {
    const environment = 'envId' in reason ? (names.get(reason.envId) ?? '') : '';
    switch (reason.code) {
      case 'OVERDUE':
        return t('reason.OVERDUE', { day: shownDate(reason.on, locale) });
      case 'SAME_VALUE_SINCE':
        return t('reason.SAME_VALUE_SINCE', { value, days: daysSince(reason.at) });
      case 'UNUSED_SINCE':
        return t('reason.UNUSED_SINCE', { environment, days: daysSince(reason.at) });
      case 'NO_REQUESTS':
        return reason.at === null
          ? t('neverAsked', { environment })
          : t('reason.NO_REQUESTS', { environment, days: daysSince(reason.at) });
      case 'CANNOT_TELL': {
        const clients = [...new Set(reason.clients?.map(clientName))];
        return t('reason.CANNOT_TELL', {
          environment,
          clients: clients.join(', ') || t('client.others'),
        });
      }
      case 'IN_USE':
      case 'COUNTING_SINCE':
      case 'NEVER_USED':
        return t(`reason.${reason.code}`, { environment, time: timeAgo(reason.at) });
      case 'SCAN_TOO_OLD':
        return t('reason.SCAN_TOO_OLD', { time: timeAgo(reason.at) });
      case 'HAS_DEPENDENTS':
      case 'HAS_REFERENCES':
        return t(`reason.${reason.code}`, { count: reason.count });
      case 'NO_REPOSITORY':
      case 'ANALYSIS_RUNNING':
      case 'CHANGE_PENDING':
        return t(`reason.${reason.code}`);
    }
  }

  /** In the order of the answer; where it can be archived, one in place of those of environments. */
  function sentences(
    { state, since, value = '', reasons }: ToggleLifecycle,
    { values }: Toggle,
  ): readonly ReasonSentence[] {
    const said = (some: readonly LifecycleReason[]) =>
      some.map((reason) => ({
        code: reason.code,
        text: sentence(reasonText(reason, shownValue(value, values))),
      }));
    if (state !== 'READY_TO_REMOVE' || since === undefined) return said(reasons);
    return [
      ...said(reasons.filter(({ code }) => code === 'OVERDUE')),
      { code: 'UNUSED_SINCE', text: t('ready', { days: daysSince(since) }) },
      ...said(reasons.filter(({ code }) => code === 'NO_REPOSITORY')),
    ];
  }

  return {
    state: ({ state, overdue, stale }: ToggleLifecycle) =>
      overdue && !(stale && ENDS.has(state)) ? t('overdue') : t(`state.${state}`),
    sentences,
    /** All of them as one text. */
    reasons: (lifecycle: ToggleLifecycle, toggle: Toggle) =>
      sentences(lifecycle, toggle)
        .map(({ text }) => text)
        .join(' '),
  };
}

/** Most texts also stand alone, without a full stop. */
function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

const ENDS: ReadonlySet<string> = new Set(['LAUNCHED', 'IDLE', 'READY_TO_REMOVE']);
