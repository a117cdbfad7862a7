import * as api from '@comporta/contract/sessions/sign-in-log-api';
import type { Server } from '../../platform/http/route.ts';
import { readSignInPage, readSignInsCsv } from './read-sign-ins.ts';

export function signInLogRoutes({ route, routeLargeRead }: Server): void {
  route(api.listSignIns, readSignInPage);
  routeLargeRead(api.getSignInsCsv, readSignInsCsv);
}
