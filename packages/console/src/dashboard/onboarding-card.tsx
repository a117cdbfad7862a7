import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { ConnectStep } from './connect-step.tsx';
import styles from './onboarding-card.module.css';
import { STEPS, type Step } from './onboarding-steps.ts';
import type { Onboarding } from './use-onboarding.ts';

/** The way to the first toggle: each step leads to its screen and ticks by itself. */
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
          const path = pathOf(step, onboarding);
          const Icon = isDone ? IconCircleCheckFilled : IconCircle;
          return (
            <li key={step} data-done={isDone || undefined}>
              <Icon size={18} aria-hidden />
              <span className="visually-hidden">{isDone ? t('done') : t('notDone')}: </span>
              {path === undefined ? (
                <span>{t(`step.${step}`)}</span>
              ) : (
                <Link to={path}>{t(`step.${step}`)}</Link>
              )}
            </li>
          );
        })}
      </ol>
      {done.has('key') && place !== undefined && <ConnectStep place={place} />}
    </section>
  );
}

/** Where a step is taken; undefined as long as an earlier one must come first. */
function pathOf(step: Step, { place }: Onboarding): string | undefined {
  if (step === 'application') return pathTo('newApplication');
  if (place === undefined) return undefined;
  const { id: appId } = place.application;
  const { id: envId } = place.environment;
  switch (step) {
    case 'toggle':
      return pathTo('newToggle', { appId });
    case 'key':
      return pathTo('newEnvironmentKey', { appId, envId });
    case 'connect':
      return pathTo('settings', { appId });
    case 'see':
      return pathTo('playground', { appId, envId });
  }
}
