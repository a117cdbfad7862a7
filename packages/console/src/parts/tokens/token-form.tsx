import type { Endpoint } from '@comporta/contract/endpoint';
import {
  checkToken,
  type NewToken,
  TOKEN,
  TOKEN_DAYS,
  type TokenDraft,
  type TokenValue,
} from '@comporta/contract/keys/token';
import type { createServiceKey, createToken } from '@comporta/contract/keys/token-api';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../../api/problems-of-refusal.ts';
import { Button } from '../../ui/controls/button.ts';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import { Input } from '../../ui/controls/input.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { toggled } from './toggled.ts';
import styles from './token-form.module.css';
import { TokenPlaces } from './token-places.tsx';

interface TokenFormProps {
  /** Where what is typed is kept: to make one may need a confirmation by a provider, which is another page. */
  readonly draftKey: string;
  readonly endpoint: typeof createToken | typeof createServiceKey;
  readonly verb: string;
  readonly make: (draft: TokenDraft) => Promise<NewToken>;
  readonly onMade: (made: NewToken) => void;
  readonly onCancel?: () => void;
}

const OFFERED_SCOPES = ['read', 'write', 'settings'] as const;
const OFFERED_DAYS = [7, TOKEN_DAYS, 90, 365];
/** What a choice of days may be; the service knows what the company allows. */
const MOST_DAYS = 365;

interface Draft {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly applications: readonly string[] | null;
  readonly environments: readonly string[] | null;
  readonly days: number | null;
}

function readDraft(stored: unknown): Draft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { name, scopes, applications, environments, days } = stored as Record<keyof Draft, unknown>;
  const isLike =
    typeof name === 'string' &&
    Array.isArray(scopes) &&
    [applications, environments].every((one) => one === null || Array.isArray(one)) &&
    (days === null || typeof days === 'number');
  return isLike ? (stored as Draft) : undefined; // As it was written by this form.
}

/** What a new token, or a service key, may do, where and until when. */
export function TokenForm({ draftKey, endpoint, verb, make, onMade, onCancel }: TokenFormProps) {
  const t = useTranslations('token');
  const common = useTranslations('common');
  const isService = (endpoint as Endpoint).access === 'admin';
  const form = useForm({
    start: {
      name: '',
      scopes: ['read'],
      applications: null,
      environments: null,
      days: TOKEN_DAYS,
    } as Draft,
    check: (draft) => checkToken(draft, { maxDays: MOST_DAYS, mayBeEndless: isService }),
    save: (value: TokenValue) => make(value as TokenDraft), // Readonly lists.
    refusal: (error) => problemsOfRefusal(error, [endpoint]),
    speak: ({ code, meta }) =>
      t(`error.${code}`, { max: Number(meta?.max ?? meta?.limit ?? meta?.['max-keys']) }),
    memory: { key: draftKey, read: readDraft },
    onSaved: onMade,
  });
  const { value: scopes, onChange, error, ref } = form.field('scopes');
  const days = form.field('days');
  return (
    <Form form={form}>
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        limit={TOKEN.bounds.name.maxChars}
        {...form.field('name')}
      />
      <fieldset ref={ref} tabIndex={-1} className={styles.choices}>
        <legend>{t('scopes')}</legend>
        {OFFERED_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`scope.${scope}`)}
            checked={scopes.includes(scope)}
            onChange={() => onChange(toggled(scopes, scope))}
          />
        ))}
        <div role="status">{error !== undefined && <Input.Error>{error}</Input.Error>}</div>
      </fieldset>
      <TokenPlaces
        applications={form.field('applications')}
        environments={form.field('environments')}
      />
      <SelectField
        label={t('ends')}
        {...days}
        value={`${days.value ?? ''}`}
        onChange={(value) => days.onChange(value === '' ? null : Number(value))}
        options={[
          ...OFFERED_DAYS.map((count) => ({
            value: `${count}`,
            label: t('inDays', { days: count }),
          })),
          ...(isService ? [{ value: '', label: t('never') }] : []),
        ]}
      />
      <div className={styles.buttons}>
        {onCancel && (
          <Button
            variant="default"
            onClick={() => {
              form.forget();
              onCancel();
            }}
          >
            {common('cancel')}
          </Button>
        )}
        <Button type="submit" loading={form.isBusy}>
          {verb}
        </Button>
      </div>
    </Form>
  );
}
