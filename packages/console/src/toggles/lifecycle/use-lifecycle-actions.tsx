import type { BulkRow } from '@comporta/contract/bulk';
import { LIFETIMES } from '@comporta/contract/lifecycle/lifecycle';
import { dayAfter, SNOOZE_MAX_DAYS } from '@comporta/contract/lifecycle/problems-of-day';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { changeManyToggles } from '../../data/toggle-queries.ts';
import type { BulkAction } from '../../parts/bulk/bulk-action.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { TextInput } from '../../ui/controls/text-input.ts';

type Sent = Omit<Parameters<typeof changeManyToggles>[2], 'ids'>;
/** Returns what sends one change for many toggles. */
export type SendToggles = (body: Sent) => (rows: readonly Toggle[]) => Promise<readonly BulkRow[]>;

const SNOOZED_DAYS = 30;

/** The actions that say whether toggles are to go, and when to ask about them again. */
export function useLifecycleActions(sending: SendToggles): readonly BulkAction<Toggle>[] {
  const t = useTranslations('bulk');
  const lifetimes = useTranslations('toggle.lifetime');
  const [lifetime, setLifetime] = useState<Toggle['lifetime']>('PERMANENT');
  const [day, setDay] = useState(dayAfter(SNOOZED_DAYS));
  return [
    {
      name: 'SET_LIFETIME',
      title: t('title.SET_LIFETIME'),
      fields: (
        <NativeSelect
          label={t('field.lifetime')}
          value={lifetime}
          onChange={({ currentTarget: { value } }) =>
            setLifetime(LIFETIMES.find((known) => known === value) ?? lifetime)
          }
          data={LIFETIMES.map((value) => ({ value, label: lifetimes(value) }))}
        />
      ),
      whyNot: (toggle) => (toggle.lifetime === lifetime ? t('why.same') : undefined),
      mustType: false,
      send: sending({ action: 'SET_LIFETIME', lifetime }),
    },
    {
      name: 'SNOOZE',
      title: t('title.SNOOZE'),
      fields: (
        <TextInput
          type="date"
          label={t('field.snoozedUntil')}
          min={dayAfter(0)}
          max={dayAfter(SNOOZE_MAX_DAYS)}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      ),
      isReady: day >= dayAfter(0) && day <= dayAfter(SNOOZE_MAX_DAYS),
      whyNot: (toggle) => (toggle.snoozedUntil === day ? t('why.same') : undefined),
      mustType: false,
      send: sending({ action: 'SNOOZE', snoozedUntil: day }),
      undo: sending({ action: 'SNOOZE', snoozedUntil: null }),
    },
  ];
}
