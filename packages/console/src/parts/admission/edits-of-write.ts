import { shipValue } from '@comporta/contract/analyses/analysis-api';
import type { EditAction, EditDraft } from '@comporta/contract/change-requests/edit';
import type { EditType } from '@comporta/contract/change-requests/edit-type';
import type { DeletedItem } from '@comporta/contract/deleted-items/deleted-item';
import { restoreDeletedItem } from '@comporta/contract/deleted-items/deleted-item-api';
import type { Endpoint } from '@comporta/contract/endpoint';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import {
  changeExperiments,
  cloneExperiment,
  createExperiment,
  deleteExperiment,
  type ExperimentSummary,
  pauseExperiment,
  restartExperiment,
  updateExperiment,
} from '@comporta/contract/experiments/experiment-api';
import {
  createProperty,
  deleteProperty,
  updateProperty,
} from '@comporta/contract/properties/property-api';
import {
  createTargetGroup,
  deleteTargetGroup,
  updateTargetGroup,
} from '@comporta/contract/target-groups/target-group-api';
import {
  changeToggles,
  createToggle,
  deleteToggle,
  updateToggle,
} from '@comporta/contract/toggles/toggle-api';
import type { RefusedWrite } from '../../api/admission.ts';

/** What a call names only by its id. */
export interface StoredThings {
  readonly experiment: (ids: Readonly<Record<string, string>>) => Promise<Experiment>;
  readonly summaries: (appId: string) => Promise<readonly ExperimentSummary[]>;
  /** Undefined when no list on the screen has it. */
  readonly deletedItem: (appId: string, id: string) => DeletedItem | undefined;
}

type Write = Omit<RefusedWrite, 'endpoint' | 'error'>;
type Edits = readonly EditDraft[] | undefined;
type AsEdits = (write: Write, stored: StoredThings) => Edits | Promise<Edits>;

/** How each write becomes edits of a change request. Those that are not here cannot be one. Source: SAF-01, SAF-100. */
const AS_EDITS: ReadonlyMap<Endpoint, AsEdits> = new Map<Endpoint, AsEdits>([
  [createExperiment, ofOne('experiment', 'CREATE')],
  [updateExperiment, ofOne('experiment', 'UPDATE')],
  [deleteExperiment, ofOne('experiment', 'DELETE')],
  [pauseExperiment, ofOne('experiment', 'PAUSE')],
  [restartExperiment, ofOne('experiment', 'RESTART')],
  [cloneExperiment, ({ params }, stored) => clonesOf([params], params.destEnvId ?? '', stored)],
  [changeExperiments, ofExperiments],
  [shipValue, ofShipping],
  [createToggle, ofOne('toggle', 'CREATE')],
  [updateToggle, ofOne('toggle', 'UPDATE')],
  [deleteToggle, ofToggleDeletion],
  [changeToggles, ofToggles],
  [createTargetGroup, ofOne('targetGroup', 'CREATE')],
  [updateTargetGroup, ofOne('targetGroup', 'UPDATE')],
  [deleteTargetGroup, ofOne('targetGroup', 'DELETE')],
  [createProperty, ofOne('property', 'CREATE')],
  [updateProperty, ofOne('property', 'UPDATE')],
  [deleteProperty, ofOne('property', 'DELETE')],
  [restoreDeletedItem, ofRestoring],
]);

/** Resolves to the edits that do what the write would do; undefined when it cannot wait as a change request. */
export async function editsOfWrite(
  { endpoint, ...write }: Omit<RefusedWrite, 'error'>,
  stored: StoredThings,
): Promise<Edits> {
  return AS_EDITS.get(endpoint)?.(write, stored);
}

function ofOne(type: EditType, action: EditAction): AsEdits {
  return ({ params, body, ifMatch }) => [
    {
      type,
      action,
      ...(action !== 'CREATE' && { id: params.id }),
      ...(type === 'experiment' && { environmentId: params.envId }),
      ...(ifMatch !== undefined && { version: ifMatch }),
      ...(body !== undefined && { body }),
    },
  ];
}

function ofExperiments({ params, body }: Write, stored: StoredThings): Edits | Promise<Edits> {
  const ids = idsIn(body);
  const { envId } = params;
  const action = body?.action as EditAction | 'CLONE'; // The contract's actions of many experiments.
  if (action !== 'CLONE') {
    return ids.map((id) => ({ type: 'experiment', action, id, environmentId: envId }));
  }
  const sources = ids.map((id) => ({ ...params, id }));
  return clonesOf(sources, String(body?.destEnvId), stored);
}

async function clonesOf(
  sources: readonly Readonly<Record<string, string>>[],
  environmentId: string,
  stored: StoredThings,
): Promise<Edits> {
  const edits: EditDraft[] = [];
  for (const source of sources) {
    const { toggleId, rules } = await stored.experiment(source);
    // The copy gets rules with ids of its own.
    const copied = rules.map(({ id: _id, ...rule }) => rule);
    const body = { toggleId, rules: copied };
    edits.push({ type: 'experiment', action: 'CREATE', environmentId, body });
  }
  return edits;
}

function ofShipping({ params, body }: Write): Edits {
  const { envId: environmentId, id, analysisId } = params;
  return [{ type: 'experiment', action: 'SHIP', id, environmentId, body: { ...body, analysisId } }];
}

async function ofToggleDeletion(write: Write, stored: StoredThings): Promise<Edits> {
  const { params, query, ifMatch } = write;
  const ids = typeof query.experiments === 'string' ? query.experiments.split(',') : [];
  const summaries = ids.length === 0 ? [] : await stored.summaries(params.appId ?? '');
  const experiments = summaries.filter(({ id }) => ids.includes(id));
  return [
    ...experiments.map(({ id, envId }): EditDraft => {
      return { type: 'experiment', action: 'DELETE', id, environmentId: envId };
    }),
    ...(ofOne('toggle', 'DELETE')({ ...write, params, ifMatch }, stored) as EditDraft[]),
  ];
}

/** Owners and tags of toggles are nothing that users get. */
function ofToggles({ body }: Write): Edits {
  if (body?.action !== 'DELETE') return undefined;
  return idsIn(body).map((id) => ({ type: 'toggle', action: 'DELETE', id }));
}

function ofRestoring({ params, body }: Write, stored: StoredThings): Edits {
  const item = stored.deletedItem(params.appId ?? '', params.id ?? '');
  // A request restores with the former name only.
  if (item === undefined || body?.name !== undefined) return undefined;
  const { type, id, envId } = item;
  return [{ type, action: 'RESTORE', id, ...(envId !== null && { environmentId: envId }) }];
}

function idsIn(body: Write['body']): readonly string[] {
  return Array.isArray(body?.ids) ? body.ids.map(String) : [];
}
