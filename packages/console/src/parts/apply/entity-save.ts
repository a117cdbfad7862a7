import type { EditDraft } from '@comporta/contract/change-requests/edit';
import type { ReactNode } from 'react';
import type { Say } from '../../base/say.ts';

/** Edits of one thing of an application, whose save asks when and how. */
export interface EntitySave {
  readonly appId: string;
  /** Of the thing. */
  readonly name: string;
  readonly edit: EditDraft;
  /** What differs, in words. */
  readonly changes: ReactNode;
  /** Says why the edit cannot be applied, or was not filed. */
  readonly refusalText: (say: Say, error: unknown) => string;
  /** Saves at once, as the button beside does. */
  readonly onSave: () => void;
  /** Called when the edit was filed, and is no edit of this screen any more. */
  readonly onFiled: () => void;
  readonly onClose: () => void;
}
