import * as api from '@comporta/contract/accounts/account-api';
import type { Config } from '../config.ts';
import type { Server } from '../platform/route.ts';
import { createAccount } from './create-account.ts';

export function accountRoutes({ route }: Server, config: Config): void {
  route(api.createAccount, (call) => createAccount(call, config));
}
