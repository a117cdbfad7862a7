/** What a node is told at its start. */
export interface NodeOrder {
  /** The release of the process that started it. */
  readonly version: string;
  /** From 1. */
  readonly place: number;
  readonly databaseUrl: string;
}

/** What the process that keeps the nodes tells one of them. */
export type ToNode = { readonly order: NodeOrder } | { readonly isDatabaseBack: true };

/** What a node tells when it is ready. */
export interface FromNode {
  readonly welcome: string;
}
