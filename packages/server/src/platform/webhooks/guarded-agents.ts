import type { Agent } from 'undici';
import { type PortKind, portKindOf, type WebhookAddresses } from './webhook-addresses.ts';

/** Connections that reach allowed addresses only: the address that was checked is the one that is connected to. */
export interface GuardedAgents {
  /** The agent for a URL. Rejects with AddressRefused, or with the error of the DNS. */
  agentFor(url: URL): Promise<Agent>;
  close(): Promise<void>;
}

export function openGuardedAgents(addresses: WebhookAddresses, timeoutMs: number): GuardedAgents {
  const agents = new Map<PortKind, Agent>();
  return {
    async agentFor(url) {
      // The agent's `lookup` checks host names only. This also checks an IP address in the URL.
      await addresses.resolve(url);
      // Imported on first use: it takes 6 MB of memory, and many services never call anybody.
      const { Agent } = (await import('undici')).default;
      const ports = portKindOf(url);
      const agent =
        agents.get(ports) ??
        new Agent({ connect: { lookup: addresses.lookup(ports), timeout: timeoutMs } });
      agents.set(ports, agent);
      return agent;
    },
    async close() {
      for (const agent of agents.values()) await agent.destroy();
    },
  };
}
