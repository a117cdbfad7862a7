import type { ApiError } from './api-error.ts';

/** Resolves when the user has confirmed that it is them; rejects with the error that the caller gets. */
type Confirm = (refused: ApiError) => Promise<void>;

let confirm: Confirm = (error) => Promise.reject(error);

/** Sets who asks. The shell calls this once. */
export function confirmWith(next: Confirm): void {
  confirm = next;
}

let asking: Promise<void> | undefined;

/** One dialog answers all calls that are refused while it is open. */
export async function askConfirmation(refused: ApiError): Promise<void> {
  asking ??= confirm(refused).finally(() => {
    asking = undefined;
  });
  await asking;
}
