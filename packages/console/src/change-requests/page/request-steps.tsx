import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import type { Edit } from '@comporta/contract/change-requests/edit';
import { isFinal } from '@comporta/contract/change-requests/request-state';
import type { RuleNames } from '@comporta/contract/experiments/named-rule';
import { useId } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { thingPath } from '../../base/sections.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { useWaitText } from '../../parts/apply/use-wait-text.ts';
import { useNextTime } from '../../ui/dates/next-time.ts';
import { EditChanges } from '../changes/edit-changes.tsx';
import styles from './request-steps.module.css';

interface RequestStepsProps {
  readonly request: ChangeRequest;
  /** Undefined until they are loaded. */
  readonly names: RuleNames | undefined;
}

/** The steps of a request in their order, with what each changes and how far it is. */
export function RequestSteps({ request, names }: RequestStepsProps) {
  const t = useTranslations('changeRequest');
  const titleId = useId();
  const stateText = useStateText(request);
  const { appId, steps, currentStep, state } = request;
  const isGoingOn = state === 'RUNNING' || state === 'HELD' || state === 'SCHEDULED';
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('steps')}</h2>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li
            key={String(index)}
            data-state={step.state}
            aria-current={isGoingOn && index === currentStep ? 'step' : undefined}
          >
            <h3>{stateText(index)}</h3>
            {step.edits.map((edit, place) => (
              <div key={edit.id} className={styles.edit}>
                <EditTitle appId={appId} edit={edit} />
                {names !== undefined && !isRefused(request, index, place) && (
                  <EditChanges appId={appId} edit={edit} names={names} />
                )}
              </div>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What was refused changes nothing: its problem is said above. What the service worked out is shown in spite of it. */
function isRefused(request: ChangeRequest, step: number, place: number): boolean {
  const { problems, state, steps } = request;
  const isItsOwn = problems.some((one) => one.step === step + 1 && one.edit === place + 1);
  const isNothing = steps[step]?.edits[place]?.differences.length === 0;
  return state === 'DRAFT' && isItsOwn && isNothing;
}

function useStateText({ steps, currentStep, nextAt, state }: ChangeRequest) {
  const t = useTranslations('changeRequest');
  const time = useNextTime();
  const waitText = useWaitText();
  const count = String(steps.length);
  const frozenText = (step: string, index: number) => {
    const until = steps[index]?.frozenUntil;
    // What the next step waits for is said above.
    return until && index !== currentStep ? t('frozen.step', { step, until: time(until) }) : step;
  };
  const planText = (index: number): string => {
    const step = String(index + 1);
    const found = steps[index];
    if (found?.state === 'SKIPPED') return t('skipped', { step, steps: count });
    if (found?.appliedAt) return t('applied', { step, steps: count, time: time(found.appliedAt) });
    const waiting = t('waiting', { step, steps: count });
    if (isFinal(state)) return t('notApplied', { step: waiting });
    const isNext = index === currentStep && (state === 'SCHEDULED' || state === 'RUNNING');
    const due = isNext ? nextAt : found?.at;
    if (due) return t('dueAt', { step: waiting, time: time(due) });
    return found?.wait ? t('dueAfter', { step: waiting, wait: waitText(found.wait) }) : waiting;
  };
  return (index: number) => frozenText(planText(index), index);
}

interface EditTitleProps {
  readonly appId: string;
  readonly edit: Edit;
}

/** What is done with which thing; its name leads to the thing. */
function EditTitle({ appId, edit }: EditTitleProps) {
  const t = useTranslations('changeRequest');
  const { id, type, action, environmentId, name, base } = edit;
  const path = thingPath(type, { appId, id, envId: environmentId ?? undefined });
  const where = useWhere(edit);
  const exists = base !== null && path !== undefined;
  return (
    <h4 className={styles.title}>
      {t(`edit.${action}`, { name })} <span className={styles.where}>{where}</span>{' '}
      {exists && (
        <Link to={path} aria-label={t('edit.open', { name })}>
          {t('edit.view')}
        </Link>
      )}
    </h4>
  );
}

/** Tells the experiment of a toggle from the toggle: by its environment. */
function useWhere({ type, environmentId }: Edit): string {
  const t = useTranslations('deleted.type');
  const environments = useCurrentEnvironment().application?.environments ?? [];
  return environments.find(({ id }) => id === environmentId)?.name ?? t(type);
}
