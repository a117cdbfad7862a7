import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { pathOfStep, STEPS } from '../parts/onboarding/onboarding-steps.ts';
import type { Onboarding } from '../parts/onboarding/use-onboarding.ts';
import { Button } from '../ui/controls/button.ts';
import styles from './onboarding-card.module.css';

/** The code that a first application copies is not loaded with every dashboard. */
const ConnectStep = lazy(async () => ({
  default: (await import('./connect-step.tsx')).ConnectStep,
}));

/** The steps to the first value that a rule served: each links to its screen and is ticked automatically. */
export function OnboardingCard({ onboarding }: { readonly onboarding: Onboarding }) {
  const t = useTranslations('onboarding');
  const { done, place, dismiss } = onboarding;
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2>{t('title')}</h2>
        <span role="status" className={styles.progress}>
          {t('progress', { done: done.size, total: STEPS.length })}
        </span>
        <Button className={styles.dismiss} size="compact-sm" variant="default" onClick={dismiss}>
          {t('dismiss')}
        </Button>
      </div>
      <ol className={styles.steps}>
        {STEPS.map((step) => {
          const isDone = done.has(step);
          const path = pathOfStep(step, place);
          const Icon = isDone ? IconCircleCheckFilled : IconCircle;
          return (
            <li key={step} data-done={isDone || undefined}>
              <Icon size={18} aria-hidden />
              <span className="visually-hidden">{isDone ? t('done') : t('notDone')}: </span>
              {path === undefined || path === pathTo('dashboard') ? (
                <span>{t(`step.${step}`)}</span>
              ) : (
                <Link to={path}>{t(`step.${step}`)}</Link>
              )}
            </li>
          );
        })}
      </ol>
      {done.has('key') && place !== undefined && (
        <Suspense>
          <ConnectStep place={place} />
        </Suspense>
      )}
    </section>
  );
}
