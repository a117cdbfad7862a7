import { HIDDEN, LONG, type NounSample, onFullPlan } from '../testing/samples.ts';

export const SAMPLE: NounSample = {
  path: '/api/apps',
  good: () => ({ name: 'Shop', environments: [{ name: 'Production' }, { name: 'Test' }] }),
  samples: [
    { code: 'EMPTY_NAME', at: ['name'], body: { name: '' } },
    { code: 'NAME_TOO_LONG', at: ['name'], body: { name: LONG } },
    {
      code: 'NAME_TOO_LONG',
      at: ['environments', 0, 'name'],
      body: { environments: [{ name: LONG }] },
    },
    { code: 'INVALID_CHARACTERS', at: ['name'], body: { name: HIDDEN } },
    {
      code: 'INVALID_CHARACTERS',
      at: ['environments', 0, 'name'],
      body: { environments: [{ name: HIDDEN }] },
    },
    { code: 'NO_ENVIRONMENT', at: ['environments'], body: { environments: [] } },
    {
      code: 'DUPLICATE_ENVIRONMENT',
      at: ['environments', 1, 'name'],
      body: ({ ids }) => ({
        environments: [
          { id: ids.envId, name: 'Same' },
          { id: ids.destEnvId, name: 'Same' },
        ],
      }),
    },
    {
      code: 'LIMIT_EXCEEDED',
      at: ['environments'],
      body: { environments: Array.from({ length: 101 }, (_, index) => ({ name: `E${index}` })) },
    },
    { code: 'LIMIT_EXCEEDED', at: ['idleDays'], body: { idleDays: 6 } },
    { code: 'LIMIT_EXCEEDED', at: ['idleDays'], body: { idleDays: 91 } },
    {
      code: 'INVALID_WEBHOOK',
      at: ['notificationWebhook'],
      body: { notificationWebhook: 'ftp://a' },
    },
    {
      code: 'INVALID_WEBHOOK',
      at: ['notificationWebhook'],
      body: { notificationWebhook: 'http://127.0.0.1/' },
    },
    {
      code: 'INVALID_WEBHOOK_LANGUAGE',
      at: ['notificationLanguage'],
      body: { notificationLanguage: 'fr' },
    },
    {
      code: 'DUPLICATE_NAME',
      at: ['name'],
      body: async (stage) => {
        const taken = { name: 'Taken', environments: [{ name: 'Production' }] };
        await stage.create('/api/apps', taken);
        return { name: 'Taken' };
      },
    },
    { code: 'MAX_APP_LIMIT_REACHED', at: [], only: 'POST', body: onFullPlan({}) },
    {
      code: 'MAX_ENVIRONMENTS_LIMIT_REACHED',
      at: ['environments'],
      body: onFullPlan({
        environments: [{ name: 'Production' }, { name: 'Test' }, { name: 'Third' }],
      }),
    },
    {
      code: 'ENVIRONMENT_IN_USE',
      at: ['environments'],
      only: 'PUT',
      body: { environments: [{ name: 'Test' }] },
    },
  ],
  saves: {
    updateApplication: ({ envId }) => ({
      body: {
        environments: [
          { name: 'Staging' },
          { id: envId, name: 'Live', production: true, countBulkAsExposure: true },
        ],
        notificationWebhook: 'https://1.1.1.1/hook',
        notificationLanguage: 'pt',
        idleDays: 30,
        staleDigest: 'WEEKLY',
      },
      instructions: ['removeEnvironments'],
    }),
  },
};
