/** The part of it that tests use: the package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Context {
    readonly oidc: {
      readonly provider: Provider;
      readonly client?: { readonly clientId: string };
      readonly session?: { readonly accountId?: string };
    };
  }

  interface IdToken {
    payload(): Promise<Readonly<Record<string, unknown>>>;
  }

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Client: { readonly prototype: { redirectUriAllowed: (uri: string) => boolean } };
    readonly IdToken: { readonly prototype: IdToken };
    readonly Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<void>;
  }

  interface Configuration {
    readonly clients: readonly object[];
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly conformIdTokenClaims: boolean;
    readonly features: object;
    readonly interactions: { url(context: Context, interaction: { uid: string }): string };
    findAccount(context: Context, sub: string): object | undefined;
    loadExistingGrant(context: Context): Promise<Grant>;
  }
}
