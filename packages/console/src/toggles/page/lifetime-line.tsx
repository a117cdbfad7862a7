import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl/react';
import { TextsOfLifecycle } from '../../base/texts/texts-of-lifecycle.tsx';
import { lifecyclesQuery } from '../../data/lifecycle-queries.ts';
import { shownDate } from '../../ui/dates/shown-date.ts';
import { useLifecycleWords } from '../lifecycle/use-lifecycle-words.ts';
import { ReasonOfState } from './reason-of-state.tsx';
import styles from './toggle-details.module.css';

interface LifetimeLineProps {
  readonly toggle: Toggle;
  /** The button that edits it, with its label. */
  readonly children: (editLabel: string) => ReactNode;
}

/** Whether a toggle is to be removed some day, and by when. */
export function LifetimeLine(props: LifetimeLineProps) {
  return (
    <TextsOfLifecycle>
      <Line {...props} />
    </TextsOfLifecycle>
  );
}

function Line({ toggle, children }: LifetimeLineProps) {
  const t = useTranslations('lifecycle');
  const lifetimes = useTranslations('toggle.lifetime');
  const locale = useLocale();
  const { lifetime, removeBy, snoozedUntil } = toggle;
  const days = [
    removeBy && t('removeByDay', { day: shownDate(removeBy, locale) }),
    snoozedUntil && t('snoozedUntilDay', { day: shownDate(snoozedUntil, locale) }),
  ].filter((day) => day !== null);
  const words = useLifecycleWords();
  // The page asks for it, too, and this line may arrive after the answer.
  const asked = { ...lifecyclesQuery(toggle.appId), refetchOnMount: false };
  const lifecycle = useQuery(asked).data?.get(toggle.id);
  const reasons = lifecycle ? words.sentences(lifecycle, toggle) : [];
  return (
    <>
      <p className={styles.part}>
        <span className={styles.label}>{t('field.lifetime')}</span>
        {[lifetimes(lifetime), ...days].join(' · ')}
        {children(t('editLifetime'))}
      </p>
      {lifecycle && reasons.length > 0 && (
        <p className={styles.part}>
          <span className={styles.label}>{words.state(lifecycle)}</span>
          {reasons.map(({ code, text }) => (
            <ReasonOfState key={text} {...{ toggle, code, text }} />
          ))}
        </p>
      )}
    </>
  );
}
