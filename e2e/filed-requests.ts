import type { ApiCall } from './company.ts';

interface Experiment {
  readonly id: string;
  readonly envId: string;
  readonly appId: string;
  readonly toggleId: string;
  readonly version: number;
  readonly rules: readonly Readonly<Record<string, unknown>>[];
}

export interface FiledRequest {
  readonly id: string;
  readonly number: number;
  readonly version: number;
  readonly digest: string;
  readonly state: string;
}

interface Place {
  readonly appId: string;
  readonly envId: string;
  readonly id: string;
}

export function experimentPath({ appId, envId, id }: Place): string {
  return `/api/apps/${appId}/envs/${envId}/experiments/${id}`;
}

/** The edit of an experiment that gives some of its rules, by their number from 1, another value. */
export async function valuesEdit(
  call: ApiCall,
  place: Place,
  values: Readonly<Record<number, object>>,
) {
  const body = await withValues(call, place, values);
  return { type: 'experiment', action: 'UPDATE', id: place.id, environmentId: place.envId, body };
}

/** Saves such an edit at once. */
export async function saveValues(
  call: ApiCall,
  place: Place,
  values: Readonly<Record<number, object>>,
): Promise<void> {
  await call('PUT', experimentPath(place), await withValues(call, place, values));
}

async function withValues(call: ApiCall, place: Place, values: Readonly<Record<number, object>>) {
  const { toggleId, rules } = await call<Experiment>('GET', experimentPath(place));
  return {
    toggleId,
    rules: rules.map((rule, index) => ({
      ...rule,
      valueSpec: values[index + 1] ?? rule.valueSpec,
    })),
  };
}

/** Files a request and submits it. */
export function fileRequest(call: ApiCall, appId: string, body: object): Promise<FiledRequest> {
  return call('POST', `/api/apps/${appId}/change-requests`, { submit: true, ...body });
}
