import { ID_LIST, ID_LIST_LIMITS } from '@comporta/contract/id-lists/id-list';
import { newId } from '../platform/base/ids.ts';
import { idLists } from '../tables/id-lists.ts';
import { type NounSample, textSamples } from '../testing/samples.ts';

const PATH = '/api/apps/:appId/id-lists';
const good = { name: 'Beta', description: '' };

export const SAMPLE: NounSample = {
  path: PATH,
  good: () => good,
  samples: [
    ...textSamples(ID_LIST.bounds),
    {
      code: 'DUPLICATE_NAME',
      at: ['name'],
      body: async (stage) => {
        await stage.create(PATH.replace(':appId', stage.ids.appId ?? ''), { ...good, name: 'Two' });
        return { name: 'two' };
      },
    },
    {
      code: 'LIMIT_EXCEEDED',
      at: [],
      only: 'POST',
      body: async ({ server, ids }) => {
        await server.database.sql
          .insert(idLists)
          .values(
            Array.from({ length: ID_LIST_LIMITS.lists }, (_, number) =>
              listNamed(`List ${number}`, { id: newId(), appId: ids.appId ?? '' }),
            ),
          );
        return {};
      },
    },
  ],
  furnish: async ({ server, appId }) => {
    const id = newId();
    await server.database.sql.insert(idLists).values(listNamed('Customers', { id, appId }));
    return { 'id-lists/': id };
  },
  saves: {
    updateIdList: () => ({ body: {}, document: { list: 'idLists', key: 'name' } }),
  },
};

function listNamed(name: string, { id, appId }: { readonly id: string; readonly appId: string }) {
  return { id, applicationId: appId, name, description: 'of the beta', savedBy: 'Ana' };
}
