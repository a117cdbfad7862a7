import type { ApiError } from '../../api/api-error.ts';

export interface AskingEnvironment {
  readonly id: string;
  readonly name: string;
  /** Of APPROVAL_REQUIRED. */
  readonly approvals: number;
}

/** What a refusal says is needed. */
export interface WhatIsAsked {
  readonly code: 'APPROVAL_REQUIRED' | 'FROZEN' | 'EMPTY_REASON' | 'ENVIRONMENT_READ_ONLY';
  readonly environments: readonly AskingEnvironment[];
  /** Of FROZEN. */
  readonly freeze: { readonly name: string; readonly until: string };
}

const CODES = ['APPROVAL_REQUIRED', 'FROZEN', 'ENVIRONMENT_READ_ONLY', 'EMPTY_REASON'] as const;

export function whatIsAsked({ code, meta }: Pick<ApiError, 'code' | 'meta'>): WhatIsAsked {
  const { environments, name, until } = meta;
  return {
    code: CODES.find((one) => one === code) ?? 'EMPTY_REASON',
    environments: Array.isArray(environments) ? environments.map(environmentIn) : [],
    freeze: { name: textIn(name), until: textIn(until) },
  };
}

function environmentIn(value: unknown): AskingEnvironment {
  const { id, name, approvals } = Object(value) as Readonly<Record<string, unknown>>;
  return { id: textIn(id), name: textIn(name), approvals: Number(approvals ?? 0) };
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
