import type { Metric } from '@comporta/contract/metrics/metric';
import { useTranslations } from 'use-intl/react';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import type { PlannerFields } from './planned-things.ts';
import styles from './planner.module.css';
import { countsPages } from './planner-form.ts';

interface PageFieldsProps {
  readonly form: PlannerFields;
  readonly metrics: readonly Pick<Metric, 'id' | 'name' | 'trusted'>[];
  readonly context: Parameters<typeof countsPages>[2];
}

/** No problem of the plan is shown at these fields. */
const NO_REF = () => {};

/** The fields for what pages send: whoever sees a page can send it, too. Source: RES-110, RES-111. */
export function PageFields({ form, metrics, context }: PageFieldsProps) {
  const t = useTranslations('planner');
  const { draft, edit, field } = form;
  const chosen = [draft.goal, ...draft.guardrails, ...draft.secondary].flatMap(
    (id) => metrics.find((metric) => metric.id === id) ?? [],
  );
  return (
    <>
      {chosen.length > 0 && (
        <fieldset className={styles.pages}>
          <legend>{t('fromPages')}</legend>
          {chosen.map((metric) => (
            <SwitchField
              key={metric.id}
              name={`fromPages.${metric.id}`}
              error={undefined}
              ref={NO_REF}
              label={metric.name}
              value={countsPages(draft, metric, context)}
              onChange={(counts) =>
                edit({ fromPages: { ...draft.fromPages, [metric.id]: counts } })
              }
            />
          ))}
        </fieldset>
      )}
      <SwitchField label={t('trustedExposures')} {...field('trustedExposures')} />
    </>
  );
}
