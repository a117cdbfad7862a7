import assert from 'node:assert/strict';
import * as applicationApi from '@comporta/contract/applications/application-api';
import * as experimentApi from '@comporta/contract/experiments/experiment-api';
import * as accountKeyApi from '@comporta/contract/keys/account-key-api';
import { deleteProperty } from '@comporta/contract/properties/property-api';
import {
  createTargetGroup,
  deleteTargetGroup,
} from '@comporta/contract/target-groups/target-group-api';
import { deleteToggle } from '@comporta/contract/toggles/toggle-api';
import { deleteUser } from '@comporta/contract/users/user-api';
import type { Client } from '../client.ts';
import { changeAndSee, type Nodes } from './nodes.ts';
import type { KeyedEnvironment, OpenShop } from './shop.ts';

/** Deletes one unused thing of each kind; both nodes stop using it. Things in use cannot be deleted. */
export async function deleteUnused(admin: Client, nodes: Nodes, shop: OpenShop): Promise<void> {
  const { appId, production, staging, toggles, properties } = shop;
  const query = { uid: 'bob', country: 'BR' };

  await changeAndSee(nodes, () => removeExperiment(admin, shop, production, 'payment'), {
    query,
    toggle: 'payment',
    value: 'cash',
  });
  await removeExperiment(admin, shop, staging, 'payment');
  const payment = { params: { appId, id: toggles.payment }, query: {} };
  assert.equal((await admin.refusal(deleteToggle, payment)).code, 'EXPERIMENT_DEPENDENCY_EXISTS');

  const discount = { params: { appId, id: toggles.discount }, query: {} };
  await changeAndSee(nodes, () => admin.call(deleteToggle, discount), {
    query,
    toggle: 'discount',
    value: undefined,
  });
  assert.equal((await admin.refusal(deleteToggle, discount)).code, 'NOT_FOUND');
  const conditions = [{ propertyId: properties.country, expression: 'EQUALS', term: 'BR' }];
  const body = { name: 'Brazil', policy: 'OR', conditions };
  const { id } = await admin.call(createTargetGroup, { params: { appId }, body });
  await admin.call(deleteTargetGroup, { params: { appId, id } });
  await admin.call(deleteProperty, { params: { appId, id: properties['member-since'] } });
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

/** A deleted user and a deleted account key lose access immediately. */
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
