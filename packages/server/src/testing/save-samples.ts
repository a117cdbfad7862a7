import type { ErrorCode } from '@comporta/contract/errors';
import type { DocumentList } from '@comporta/contract/nouns/document-lists';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { newId } from '../platform/base/ids.ts';
import type { FurnishedCompany } from './furnished-company.ts';

type Body = Readonly<Record<string, unknown>>;

/** What every-save.test.ts sends to an endpoint that saves. */
export interface SaveSample {
  /** Saved before `body`, where the entity from the builders cannot differ from `body` in every field. */
  readonly first?: Body;
  /** Every field differs from what is stored; the test fills in free texts. */
  readonly body: Body;
  /** Fields that never change after the creation: another value, and the outcome of sending it. */
  readonly fixed?: Readonly<Record<string, FixedField>>;
  /** Fields that are not stored but say how to save. */
  readonly instructions?: readonly string[];
  /** The names that the audit log uses for fields, where they differ. */
  readonly recordedAs?: Readonly<Record<string, string>>;
  /** Fields that have a meaning only where they are stored, and so are in no document. */
  readonly notInDocument?: readonly string[];
  /** The list of the application's document that has the entity, and the field that identifies it there. */
  readonly document?: DocumentPlace;
}

interface FixedField {
  readonly other: unknown;
  readonly outcome: ErrorCode | 'kept';
}

type DocumentPlace = {
  readonly [List in DocumentList]: {
    readonly list: List;
    readonly key: keyof NonNullable<ApplicationDocument[List]>[number] & string;
  };
}[DocumentList];

/** By the name of the endpoint; the ids are those of the furnished company. */
export const SAVE_SAMPLES: Readonly<Record<string, (ids: FurnishedCompany['ids']) => SaveSample>> =
  {
    updateApplication: ({ envId }) => ({
      body: {
        environments: [
          { name: 'Staging' },
          { id: envId, name: 'Live', production: true, countBulkAsExposure: true },
        ],
        notificationWebhook: 'https://1.1.1.1/hook',
        notificationLanguage: 'pt',
      },
      instructions: ['removeEnvironments'],
    }),
    updateProperty: () => ({
      body: { key: 'tier' },
      fixed: { type: { other: 'NUMERIC', outcome: 'TYPE_LOCKED' } },
      document: { list: 'properties', key: 'key' },
    }),
    updateMetric: () => ({
      first: { key: 'purchase', name: 'Purchase', kind: 'RETENTION', eventKey: 'a', fromHours: 24 },
      body: {
        key: 'orders',
        kind: 'RATIO',
        eventKey: 'order',
        denominatorKey: 'visit',
        better: 'DOWN',
        fromHours: 0,
        windowHours: 48,
        lookbackDays: 0,
        cap: { type: 'PERCENTILE', value: 99 },
        margin: 0.1,
        trusted: true,
      },
      document: { list: 'metrics', key: 'key' },
    }),
    updateTargetGroup: (ids) => ({
      body: {
        policy: 'AND',
        conditions: [
          { propertyId: ids['properties/'], expression: 'EQUALS', term: 'pro' },
          { propertyId: 'uid', expression: 'IN', term: '1,2' },
        ],
      },
      document: { list: 'targetGroups', key: 'name' },
    }),
    updateToggle: (ids) => ({
      body: {
        values: ['enabled', 'disabled', 'later'],
        defaultValue: 'later',
        valueType: 'STRING',
        availableToClients: false,
        tags: ['payments', 'q3'],
        ownerId: ids.adminId,
      },
      fixed: { name: { other: 'renamed', outcome: 'NAME_LOCKED' } },
      recordedAs: { ownerId: 'owner' },
      notInDocument: ['ownerId'],
      document: { list: 'toggles', key: 'name' },
    }),
    updateExperiment: (ids) => ({
      body: {
        rules: [
          {
            name: 'Paying customers',
            type: 'PROPERTY',
            propertyRule: { propertyId: ids['properties/'], expression: 'EQUALS', term: 'pro' },
            valueSpec: { type: 'SPLIT', split: { enabled: 30, disabled: 70 } },
          },
          { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' } },
        ],
      },
      fixed: { toggleId: { other: newId(), outcome: 'TOGGLE_LOCKED' } },
      instructions: ['newPhase', 'rerandomise'],
      document: { list: 'experiments', key: 'toggle' },
    }),
    updateAnalysis: (ids) => ({
      body: {
        control: 'enabled',
        goal: { metricId: ids['metrics/'], cuped: false, trusted: true },
        guardrails: [{ metricId: ids.otherMetricId, cuped: null, trusted: null }],
        secondary: [{ metricId: ids.thirdMetricId, cuped: null, trusted: null }],
        alpha: 0.01,
        power: 0.9,
        mde: 0.1,
        plannedUnits: 1_000,
        excludeBots: true,
        segments: [ids['properties/']],
      },
      fixed: { ruleId: { other: newId(), outcome: 'kept' } },
    }),
    updateClientAccess: () => ({ body: { origins: ['https://www.example.com'] } }),
    updateUser: ({ appId }) => ({
      first: { name: 'Rui', admin: true, active: true },
      body: { admin: false, active: false, apps: [appId] },
      fixed: { email: { other: 'rute@example.com', outcome: 'kept' } },
      recordedAs: { apps: 'applications' },
    }),
    updateProfile: () => ({ body: { name: 'Rute' } }),
  };
