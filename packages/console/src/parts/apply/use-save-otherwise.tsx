import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { EntitySave } from './entity-save.ts';
import { OtherwiseButton } from './otherwise-button.tsx';

const EntitySaveDialog = lazy(async () => ({
  default: (await import('./entity-save-dialog.tsx')).EntitySaveDialog,
}));

type Asked = Omit<EntitySave, 'onSave' | 'onFiled' | 'onClose'>;

interface SaveOtherwise<Value> {
  readonly form: {
    readonly isChanged: boolean;
    readonly isBusy: boolean;
    readonly check: () => Promise<Value | undefined>;
    readonly submit: () => Promise<void>;
    readonly reset: () => void;
  };
  /** What is asked about a checked form. */
  readonly askedOf: (value: Value) => Asked;
}

/** The button beside Save that asks when and how edits of a thing are applied, and its dialog. Source: SAF-70. */
export function useSaveOtherwise<Value>({ form, askedOf }: SaveOtherwise<Value>): {
  readonly otherWay: ReactNode;
  readonly otherWayDialog: ReactNode;
} {
  const t = useTranslations('common');
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);

  async function ask() {
    const value = await form.check();
    if (value !== undefined) setAsked(askedOf(value));
  }

  return {
    otherWay: form.isChanged && (
      <OtherwiseButton label={t('saveOtherwise')} isBusy={form.isBusy} onPress={() => void ask()} />
    ),
    otherWayDialog: asked && (
      <Suspense>
        <EntitySaveDialog
          {...asked}
          onSave={() => {
            close();
            void form.submit();
          }}
          onFiled={() => {
            close();
            form.reset();
          }}
          onClose={close}
        />
      </Suspense>
    ),
  };
}
