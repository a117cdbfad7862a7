import {
  type EvaluationContext,
  type JsonValue,
  ErrorCode as OpenFeatureErrorCode,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  ProviderFatalError,
  ProviderNotReadyError,
  type ResolutionDetails,
} from '@openfeature/server-sdk';
import type { Client } from './client.ts';
import type { ClientState } from './client-status.ts';
import type { Details } from './details.ts';
import { contextOf } from './openfeature-context.ts';

/** OpenFeature provider on top of a client. The provider owns the client: closing the provider closes it. */
export class ClientProvider implements Provider {
  readonly metadata = { name: 'comporta' };
  readonly runsOn = 'server';
  readonly events = new OpenFeatureEventEmitter();
  readonly #client: Client;
  readonly #unsubscribe: (() => void)[] = [];

  constructor(client: Client) {
    this.#client = client;
  }

  async initialize(): Promise<void> {
    const hasValues = await this.#client.ready();
    this.#unsubscribe.push(
      this.#client.onStateChange((state) => this.#tell(state)),
      this.#client.onChange(({ toggles }) =>
        this.events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged: [...toggles] }),
      ),
    );
    const { state, lastError } = this.#client.status();
    if (!hasValues) {
      throw state === 'REFUSED'
        ? new ProviderFatalError(lastError?.message)
        : new ProviderNotReadyError(lastError?.message);
    }
    // OpenFeature emits READY when this resolves; a worse state has to be reported after that.
    if (state !== 'READY') setTimeout(() => this.#tell(this.#client.status().state));
  }

  async onClose(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await this.#client.close();
  }

  async resolveBooleanEvaluation(flagKey: string, fallback: boolean, context: EvaluationContext) {
    return resolutionOf(this.#client.details(flagKey, contextOf(context), fallback), fallback);
  }

  async resolveStringEvaluation(flagKey: string, fallback: string, context: EvaluationContext) {
    return resolutionOf(this.#client.details(flagKey, contextOf(context), fallback), fallback);
  }

  async resolveNumberEvaluation(flagKey: string, fallback: number, context: EvaluationContext) {
    return resolutionOf(this.#client.details(flagKey, contextOf(context), fallback), fallback);
  }

  async resolveObjectEvaluation<T extends JsonValue>(
    flagKey: string,
    fallback: T,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<T>> {
    // The fallback may be null or text, which would ask for another type; `{}` always asks for an object.
    const details = this.#client.details(flagKey, contextOf(context), {});
    // The shape of the JSON is the caller's to know.
    return resolutionOf(details as Details<T>, fallback);
  }

  track(
    event: string,
    context: EvaluationContext,
    details: { readonly value?: number } = {},
  ): void {
    this.#client.track(event, contextOf(context ?? {}), { value: details?.value });
  }

  #tell(state: ClientState): void {
    const message = this.#client.status().lastError?.message ?? '';
    switch (state) {
      case 'READY':
        this.events.emit(ProviderEvents.Ready);
        break;
      case 'STALE':
        this.events.emit(ProviderEvents.Stale, { message });
        break;
      case 'REFUSED':
        this.events.emit(ProviderEvents.Error, { message });
        break;
      case 'STARTING':
      case 'UNREACHABLE':
      case 'CLOSED':
        break;
    }
  }
}

function resolutionOf<T>(details: Details<T>, fallback: T): ResolutionDetails<T> {
  const { variant, reason, errorCode, errorMessage } = details;
  if (errorCode !== undefined) {
    return {
      value: fallback,
      reason: 'ERROR',
      errorCode: OpenFeatureErrorCode[errorCode],
      ...(errorMessage !== undefined && { errorMessage }),
    };
  }
  return {
    value: details.value,
    ...(variant !== undefined && { variant }),
    reason,
    flagMetadata: metadataOf(details),
  };
}

/** OpenFeature's metadata must not contain undefined members. */
function metadataOf(details: Details<unknown>): Record<string, string | number> {
  const metadata: Record<string, string | number> = {};
  for (const name of [
    'ruleOrder',
    'ruleType',
    'experimentId',
    'environment',
    'revision',
  ] as const) {
    const value = details[name];
    if (value !== undefined) metadata[name] = value;
  }
  return metadata;
}

/** Whether it is a client, and not the options of one. */
export function isClient<Options extends object>(from: Client | Options): from is Client {
  return 'details' in from;
}
