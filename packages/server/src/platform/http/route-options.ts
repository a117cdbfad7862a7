import type { onResponseHookHandler, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers of this route last as long as its clients listen. */
    isEventStream?: boolean;
  }
}

/** Adds a hook to one route while it is registered; what routes do not need they do not pay for. */
export function addOnResponse(route: RouteOptions, hook: onResponseHookHandler): void {
  route.onResponse = [...[route.onResponse ?? []].flat(), hook];
}

export const EVENT_STREAM = { config: { isEventStream: true } };

export function isEventStream({ config }: RouteOptions): boolean {
  return config?.isEventStream === true;
}
