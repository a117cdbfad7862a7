import * as api from '@comporta/contract/identity/provider-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { Server } from '../platform/http/route.ts';
import { ownIdentityRoutes } from './own-identities.ts';
import { findProvider, listProvidersOf } from './provider-repository.ts';
import {
  answerOf,
  createProvider,
  deleteProvider,
  editProvider,
  prepareProvider,
} from './save-provider.ts';
import type { SignOn } from './sign-on.ts';
import { signOnRoutes } from './sign-on-routes.ts';
import { testProvider } from './test-provider.ts';

export function providerRoutes(server: Server, signOn: SignOn): void {
  const { route, routeAfter } = server;
  route(api.listProviders, async ({ sql, actor }) =>
    (await listProvidersOf(sql, actor.accountId)).map((one) => answerOf(one, signOn)),
  );
  route(api.getProvider, async ({ sql, actor, params }) =>
    answerOf(orNotFound(await findProvider(sql, actor.accountId, params.id)), signOn),
  );
  routeAfter(
    api.createProvider,
    (call) => prepareProvider(call, signOn),
    (call, value) => createProvider(call, value, signOn),
  );
  routeAfter(
    api.updateProvider,
    (call) => prepareProvider(call, signOn, call.params.id),
    (call, value) => editProvider(call, { id: call.params.id, value }, signOn),
  );
  route(api.deleteProvider, (call) => deleteProvider(call, call.params.id));
  route(api.testProvider, testProvider);
  ownIdentityRoutes(server, signOn);
  signOnRoutes(server, signOn);
}
