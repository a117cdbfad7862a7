import assert from 'node:assert/strict';
import * as applicationApi from '@comporta/contract/applications/application-api';
import * as experimentApi from '@comporta/contract/experiments/experiment-api';
import * as accountKeyApi from '@comporta/contract/keys/account-key-api';
import { deleteProperty } from '@comporta/contract/properties/property-api';
import { deleteTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { deleteToggle } from '@comporta/contract/toggles/toggle-api';
import { deleteUser } from '@comporta/contract/users/user-api';
import type { Client } from '../client.ts';
import { changeAndSee, type Nodes } from './nodes.ts';
import type { KeyedEnvironment, OpenShop } from './shop.ts';

/** Deletes what the shop is made of, users before what they use; both nodes stop answering by it. */
export async function clearShop(admin: Client, nodes: Nodes, shop: OpenShop): Promise<void> {
  const { appId, production, staging, toggles, properties, betaTesters } = shop;
  const remove = (id: string) => () => admin.call(deleteToggle, { params: { appId, id } });
  const bob = { uid: 'bob', country: 'BR' };

  await changeAndSee(nodes, () => removeExperiment(admin, shop, production, 'payment'), {
    query: bob,
    toggle: 'payment',
    value: 'cash',
  });
  await removeExperiment(admin, shop, staging, 'payment');
  const params = { appId, id: toggles.payment };
  assert.equal(
    (await admin.refusal(deleteToggle, { params })).code,
    'EXPERIMENT_DEPENDENCY_EXISTS',
  );

  await removeExperiment(admin, shop, staging, 'new-checkout');
  await changeAndSee(nodes, () => removeExperiment(admin, shop, production, 'new-checkout'), {
    query: { uid: 'stranger' },
    toggle: 'new-checkout',
    value: 'disabled',
  });
  await changeAndSee(nodes, remove(toggles.payment), {
    query: bob,
    toggle: 'payment',
    value: undefined,
  });
  assert.equal((await admin.refusal(deleteToggle, { params })).code, 'NOT_FOUND');
  await admin.call(deleteTargetGroup, { params: { appId, id: betaTesters } });
  for (const id of Object.values(properties)) {
    await admin.call(deleteProperty, { params: { appId, id } });
  }
}

async function removeExperiment(
  admin: Client,
  { appId }: OpenShop,
  environment: KeyedEnvironment,
  toggleName: string,
): Promise<void> {
  const params = { appId, envId: environment.id };
  const experiments = await admin.call(experimentApi.listExperiments, { params });
  const id = experiments.find((experiment) => experiment.toggleName === toggleName)?.id ?? '';
  await admin.call(experimentApi.deleteExperiment, { params: { ...params, id } });
}

/** Whoever is deleted can do nothing any more, at once. */
export async function dismiss(
  admin: Client,
  memberId: string,
  member: Client,
  machine: Client,
): Promise<void> {
  await member.call(applicationApi.listApplications, {});
  await admin.call(deleteUser, { params: { id: memberId } });
  assert.equal((await member.refusal(applicationApi.listApplications, {})).status, 401);

  await machine.call(applicationApi.listApplications, {});
  const [key] = await admin.call(accountKeyApi.listAccountKeys, {});
  await admin.call(accountKeyApi.deleteAccountKey, { params: { id: key?.id ?? '' } });
  assert.equal((await machine.refusal(applicationApi.listApplications, {})).status, 401);
}
