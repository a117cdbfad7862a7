import { type Metric, NEW_METRIC } from '@comporta/contract/metrics/metric';
import { createMetric, updateMetric } from '@comporta/contract/metrics/metric-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { EditorPage } from '../base/editor-page.tsx';
import { planIn, planPath } from '../base/metric-for-plan.ts';
import { pathTo } from '../base/paths.ts';
import { useDraftKey } from '../base/use-draft-key.ts';
import { useSaveNews } from '../base/use-save-news.ts';
import { fetchMetric, metricQuery, saveMetric } from '../data/metric-queries.ts';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { MetricFields } from './metric-fields.tsx';
import { checkMetricForm, metricForm, savedMetricForm } from './metric-form.ts';
import { useMetricParts } from './use-metric-parts.ts';

export function MetricEditorPage() {
  const t = useTranslations('metric.edit');
  const { appId = '', id = '' } = useParams();
  const metric = useQuery({ ...metricQuery(appId, id), enabled: id !== 'new' });
  return (
    <EditorPage
      id={id}
      query={metric}
      titleNew={t('titleNew')}
      titleEdit={t('title')}
      nameOf={({ name }) => name}
      width="form"
      help="metrics"
    >
      {(saved, onReload) => <MetricEditor {...{ appId, saved, onReload }} />}
    </EditorPage>
  );
}

interface MetricEditorProps {
  readonly appId: string;
  /** Absent for a metric that is not created yet. */
  readonly saved: Metric | undefined;
  readonly onReload: (() => void) | undefined;
}

function MetricEditor({ appId, saved, onReload }: MetricEditorProps) {
  const t = useTranslations('metric');
  const client = useQueryClient();
  const tellOfSave = useSaveNews();
  const describe = useMetricParts();
  /** The event key from the address, for a new metric. */
  const [params] = useSearchParams();
  const eventKey = params.get('eventKey') ?? '';
  const plan = saved === undefined ? planIn(params, appId) : undefined;
  const form = useForm({
    start: saved === undefined ? metricForm({ ...NEW_METRIC, eventKey }) : savedMetricForm(saved),
    check: checkMetricForm,
    save: (value, ifMatch) => saveMetric(client, { appId, id: saved?.id }, { value, ifMatch }),
    refusal: (error) => problemsOfRefusal(error, [createMetric, updateMetric]),
    speak: ({ code, meta }) => t(`error.${code}`, { limit: Number(meta?.limit) }),
    memory: { key: useDraftKey() },
    onSaved: ({ id, key: name }, undo) =>
      tellOfSave({
        id,
        name,
        undo,
        path: pathTo('metric', { appId, id }),
        list: plan === undefined ? pathTo('metrics', { appId }) : planPath(plan, id),
      }),
    version: saved?.version,
  });

  return (
    <EditorForm
      form={form}
      onReload={onReload}
      comparison={
        saved === undefined
          ? undefined
          : { load: async () => savedMetricForm(await fetchMetric(saved)), describe }
      }
    >
      {saved !== undefined && <p>{t('edit.runningNote')}</p>}
      {plan !== undefined && (
        <p>
          {t('edit.forPlan')} <Link to={planPath(plan)}>{t('edit.backToPlan')}</Link>
        </p>
      )}
      <MetricFields field={form.field} />
    </EditorForm>
  );
}
