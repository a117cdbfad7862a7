import {
  ErrorCode,
  type EvaluationContext,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  ProviderFatalError,
  type ResolutionDetails,
} from '@openfeature/web-sdk';
import type { Context } from './answer.ts';
import {
  createWebClient,
  type WebClient,
  type WebClientOptions,
  type WebClientState,
} from './client.ts';

/**
 * OpenFeature provider for a page. With a bootstrap it is ready at once. Therefore it has `initialize` only without
 * one: OpenFeature treats a provider with `initialize` as not ready until it was called.
 */
export class ComportaWebProvider implements Provider {
  readonly metadata = { name: 'comporta-web' };
  readonly runsOn = 'client';
  readonly events = new OpenFeatureEventEmitter();
  readonly initialize?: (context?: EvaluationContext) => Promise<void>;
  readonly #options: WebClientOptions;
  #client: WebClient | undefined;

  constructor(options: WebClientOptions) {
    this.#options = options;
    if (options.bootstrap === undefined) this.initialize = (context) => this.#start(context);
    else this.#listen(createWebClient(options));
  }

  async onContextChange(_before: EvaluationContext, context: EvaluationContext): Promise<void> {
    await this.#client?.setContext(contextOf(context));
  }

  async onClose(): Promise<void> {
    this.#client?.close();
  }

  resolveBooleanEvaluation(toggle: string, fallback: boolean): ResolutionDetails<boolean> {
    return this.#resolve(toggle, fallback, 'boolean');
  }

  resolveStringEvaluation(toggle: string, fallback: string): ResolutionDetails<string> {
    return this.#resolve(toggle, fallback, 'string');
  }

  resolveNumberEvaluation(toggle: string, fallback: number): ResolutionDetails<number> {
    return this.#resolve(toggle, fallback, 'number');
  }

  resolveObjectEvaluation<T extends JsonValue>(toggle: string, fallback: T): ResolutionDetails<T> {
    return this.#resolve(toggle, fallback, 'object');
  }

  track(event: string, _context: EvaluationContext, details?: { readonly value?: number }): void {
    this.#client?.track(event, details?.value);
  }

  async #start(context: EvaluationContext = {}): Promise<void> {
    const client = createWebClient({ ...this.#options, context: contextOf(context) });
    this.#listen(client);
    const hasValues = await client.ready();
    if (hasValues) return;
    if (client.state() === 'REFUSED') throw new ProviderFatalError('the client key is invalid');
    throw new Error('the service is unreachable');
  }

  #listen(client: WebClient): void {
    this.#client = client;
    client.onChange((flagsChanged) =>
      this.events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged: [...flagsChanged] }),
    );
    client.onStateChange((state) => this.#tell(state));
  }

  #tell(state: WebClientState): void {
    if (state === 'READY') this.events.emit(ProviderEvents.Ready);
    if (state === 'STALE') this.events.emit(ProviderEvents.Stale);
    if (state === 'REFUSED')
      this.events.emit(ProviderEvents.Error, { message: 'the client key is invalid' });
  }

  #resolve<T>(toggle: string, fallback: T, type: string): ResolutionDetails<T> {
    const flag = this.#client?.peek(toggle);
    if (flag === undefined) return failed(fallback, ErrorCode.FLAG_NOT_FOUND);
    const { value, variant, reason, errorCode, errorDetails } = flag;
    if (errorCode !== undefined) return failed(fallback, errorCode as ErrorCode, errorDetails);
    if (typeof value !== type) return failed(fallback, ErrorCode.TYPE_MISMATCH);
    this.#client?.flag(toggle);
    return {
      value: value as T, // Its type was checked; the shape of JSON is the caller's to know.
      ...(variant !== undefined && { variant }),
      ...(reason !== undefined && { reason }),
    };
  }
}

function failed<T>(value: T, errorCode: ErrorCode, errorMessage?: string): ResolutionDetails<T> {
  return { value, reason: 'ERROR', errorCode, ...(errorMessage !== undefined && { errorMessage }) };
}

/** Only the type changes: dates become text in JSON. */
function contextOf(context: EvaluationContext): Context {
  return context as Context; // Its members are JSON values and dates.
}
