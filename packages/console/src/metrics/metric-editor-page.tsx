import { type Metric, NEW_METRIC } from '@comporta/contract/metrics/metric';
import { createMetric, updateMetric } from '@comporta/contract/metrics/metric-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { useDraftKey } from '../base/use-draft-key.ts';
import { useSaveNews } from '../base/use-save-news.ts';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { MetricFields } from './metric-fields.tsx';
import { checkMetricForm, metricForm, savedMetricForm } from './metric-form.ts';
import { fetchMetric, metricQuery, saveMetric } from './metric-queries.ts';
import { useMetricParts } from './use-metric-parts.ts';

export function MetricEditorPage() {
  const t = useTranslations('metric.edit');
  const { appId = '', id = '' } = useParams();
  return id === 'new' ? (
    <Page title={t('titleNew')} width="form" help="metrics">
      <MetricEditor appId={appId} />
    </Page>
  ) : (
    <SavedMetricEditor key={id} appId={appId} id={id} />
  );
}

function SavedMetricEditor({ appId, id }: { readonly appId: string; readonly id: string }) {
  const t = useTranslations('metric.edit');
  const metric = useQuery(metricQuery(appId, id));
  const name = metric.data?.name;
  return (
    <Page title={name ?? t('title')} item={name} width="form" help="metrics">
      <Loaded query={metric}>
        {(saved, reload) => <MetricEditor appId={appId} saved={saved} onReload={reload} />}
      </Loaded>
    </Page>
  );
}

interface MetricEditorProps {
  readonly appId: string;
  /** Absent for a metric that is yet to be created. */
  readonly saved?: Metric;
  readonly onReload?: () => void;
}

function MetricEditor({ appId, saved, onReload }: MetricEditorProps) {
  const t = useTranslations('metric');
  const client = useQueryClient();
  const tellOfSave = useSaveNews();
  const describe = useMetricParts();
  /** Of the key that a link asks for. */
  const eventKey = useSearchParams()[0].get('eventKey') ?? '';
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
        list: pathTo('metrics', { appId }),
      }),
    ...(saved === undefined ? {} : { version: saved.version }),
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
      <MetricFields field={form.field} />
    </EditorForm>
  );
}
