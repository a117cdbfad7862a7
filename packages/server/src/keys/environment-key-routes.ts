import * as api from '@comporta/contract/keys/environment-key-api';
import type { Config } from '../platform/config/config.ts';
import type { Server } from '../platform/http/route.ts';
import { requirePassword } from '../platform/identity/password-confirmation.ts';
import { createEnvironmentKey } from './create-environment-key.ts';
import { findEnvironmentStatus } from './environment-key-repository.ts';

export function environmentKeyRoutes(
  { route, routeAfter }: Server,
  { publicUrl, regionUrls }: Pick<Config, 'publicUrl' | 'regionUrls'>,
): void {
  routeAfter(
    api.createEnvironmentKey,
    ({ sql, actor, body }) => requirePassword(sql, actor, { ...body, field: 'password' }),
    createEnvironmentKey,
  );
  route(api.getEnvironmentStatus, ({ sql, environment }) =>
    findEnvironmentStatus(sql, environment.id),
  );
  route(api.getApiConfig, async () => ({
    tags: api.REGION_TAGS.filter((tag) => regionUrls[tag] !== undefined),
    urls: regionUrls,
    publicUrl,
  }));
}
