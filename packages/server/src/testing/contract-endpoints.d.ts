import type { Endpoint } from '@comporta/contract/endpoint';
/** Every endpoint that the contract exports. Its files are scanned, so that no list can be out of date. */
export declare function endpointsOfContract(): Promise<readonly Endpoint[]>;
/** The PUT endpoints whose path also has a GET, each with the name under which it is exported. */
export declare function savesOfContract(): Promise<readonly NamedEndpoint[]>;
/** The endpoints of `savesOfContract`, and the POST endpoints that create the same entities from the same drafts. */
export declare function writesOfContract(): Promise<readonly NamedEndpoint[]>;
type NamedEndpoint = readonly [name: string, endpoint: Endpoint];
export declare function routeOf({ method, path }: Endpoint): string;
/** The smallest body that matches the endpoint's schema; the endpoint may still refuse its values. */
export declare function smallestBodyOf(endpoint: Endpoint): object | undefined;
export declare function fieldsOf(endpoint: Endpoint): readonly string[];
/** The fields of the request body that the response returns as free text, and not as one value of an enum. */
export declare function textsOf(endpoint: Endpoint): readonly string[];
export {};
