import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { limitsQuery } from '../../data/limit-queries.ts';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import styles from './next-step.module.css';
import { BEGINNERS_TOGGLES, pathOfStep, STEPS } from './onboarding-steps.ts';
import { useOnboarding } from './use-onboarding.ts';

/** The next step of a new account, in one line, on the screens that the first steps lead through. */
export function NextStep() {
  const { data: limits } = useQuery(limitsQuery);
  const isReadOnly = useIsReadOnly();
  const isNew =
    (limits?.MAX_FEATURE_TOGGLES.currentCount ?? Number.POSITIVE_INFINITY) <= BEGINNERS_TOGGLES;
  return isNew && !isReadOnly && <NextStepLine />;
}

function NextStepLine() {
  const t = useTranslations('onboarding');
  const { pathname } = useLocation();
  const onboarding = useOnboarding();
  // What is below must not move when it is known.
  if (onboarding === null) return <p className={styles.unknown}>{'\u00a0'}</p>;
  if (onboarding === undefined) return null;
  const { next, done, place } = onboarding;
  if (next === undefined) {
    return (
      <p role="status" className={styles.step}>
        {t('finished')}
      </p>
    );
  }
  const path = pathOfStep(next, place);
  const here = path === pathname && (next === 'key' || next === 'on') ? next : undefined;
  return (
    <p role="status" className={styles.step}>
      <span className={styles.label}>
        {t('next', { n: STEPS.indexOf(next) + 1, total: STEPS.length })}
      </span>{' '}
      {here !== undefined && t(`here.${here}`)}
      {here === undefined && path !== undefined && (
        <>
          <Link to={path}>{t(`step.${next}`)}</Link>
          <IconArrowRight size={16} aria-hidden />
        </>
      )}
      <span className="visually-hidden">
        {t('progress', { done: done.size, total: STEPS.length })}
      </span>
    </p>
  );
}
