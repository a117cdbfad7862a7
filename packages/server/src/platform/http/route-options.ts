import type { onResponseHookHandler, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Responses of this route last as long as its clients stay connected. */
    isEventStream?: boolean;
  }
}

/** Adds a hook to a single route while it is registered, so that other routes do not pay for it. */
export function addOnResponse(route: RouteOptions, hook: onResponseHookHandler): void {
  route.onResponse = [...[route.onResponse ?? []].flat(), hook];
}

export const EVENT_STREAM = { config: { isEventStream: true } };

export function isEventStream({ config }: RouteOptions): boolean {
  return config?.isEventStream === true;
}
