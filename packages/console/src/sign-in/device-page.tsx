import type { ResultOf } from '@comporta/contract/endpoint';
import { answerDevice, getDevice } from '@comporta/contract/identity/device-api';
import { readCode } from '@comporta/contract/identity/read-code';
import { checked } from '@comporta/contract/problem';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { isAnswered } from '../api/admission.ts';
import { useFailureText } from '../api/failure-text.ts';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { Page } from '../base/page.tsx';
import { TextsOfSecurity } from '../base/texts/texts-of-security.tsx';
import { useDraftKey } from '../base/use-draft-key.ts';
import { allowDevice, findDevice } from '../data/device-queries.ts';
import { Alert, Notice } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { localTimeZone } from '../ui/local-time-zone.ts';
import styles from './device-page.module.css';

type Device = ResultOf<typeof getDevice>;

/** Where the code of a program is typed, and the program allowed or refused. Source: IDN-55. */
export function DevicePage() {
  return (
    <TextsOfSecurity>
      <Connecting />
    </TextsOfSecurity>
  );
}

function Connecting() {
  const t = useTranslations('device');
  const kept = useKeptCode();
  const [code, setCode] = useState(kept.taken);
  const [device, setDevice] = useState<Device>();
  const [answer, setAnswer] = useState<'allowed' | 'refused'>();
  return (
    <Page title={t('title')} width="form">
      {answer !== undefined && <Notice tone="success">{t(answer)}</Notice>}
      {answer === undefined && device === undefined && (
        <CodeForm
          start={code}
          onFound={(typed, found) => {
            setCode(typed);
            setDevice(found);
          }}
        />
      )}
      {answer === undefined && device !== undefined && (
        <Question device={device} code={code} kept={kept} onAnswered={setAnswer} />
      )}
    </Page>
  );
}

/**
 * Keeps the code while its owner confirms at a provider, which is another page. It is taken once, and typed by nobody else:
 * only the answer, after Allow was pressed, keeps it.
 */
function useKeptCode() {
  const key = useDraftKey('code');
  const [taken] = useState(() => {
    const code = sessionStorage.getItem(key) ?? '';
    sessionStorage.removeItem(key);
    return code;
  });
  return {
    taken,
    keep: (code: string) => sessionStorage.setItem(key, code),
    forget: () => sessionStorage.removeItem(key),
  };
}

interface CodeFormProps {
  readonly start: string;
  readonly onFound: (code: string, device: Device) => void;
}

function CodeForm({ start, onFound }: CodeFormProps) {
  const t = useTranslations('device');
  const form = useForm({
    start: { userCode: start },
    check: (draft) => {
      const code = readCode('DEVICE', draft.userCode);
      const problem = { code: 'UNKNOWN_DEVICE_CODE', at: ['userCode'] } as const;
      return checked({ userCode: code ?? '' }, code === null ? [problem] : []);
    },
    save: async ({ userCode }) => ({ userCode, device: await findDevice(userCode) }),
    refusal: (error) =>
      problemsOfRefusal(error, [getDevice])?.map((problem) => ({ ...problem, at: ['userCode'] })),
    speak: ({ code }) => t(`error.${code}`),
    onSaved: ({ userCode, device }) => onFound(userCode, device),
  });
  return (
    <Form form={form}>
      <TextField
        label={t('code')}
        hint={t('codeHint')}
        autoComplete="off"
        monospace
        {...form.field('userCode')}
      />
      <div>
        <Button type="submit" loading={form.isBusy}>
          {t('next')}
        </Button>
      </div>
    </Form>
  );
}

interface QuestionProps {
  readonly device: Device;
  readonly code: string;
  readonly kept: Pick<ReturnType<typeof useKeptCode>, 'keep' | 'forget'>;
  readonly onAnswered: (answer: 'allowed' | 'refused') => void;
}

function Question({ device, code, kept, onAnswered }: QuestionProps) {
  const t = useTranslations();
  const format = useFormatter();
  const failureText = useFailureText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { program, host, network, scopes, endsAt } = device;
  const date = format.dateTime(new Date(endsAt), {
    dateStyle: 'medium',
    timeZone: localTimeZone(),
  });
  const allowed = scopes.map((scope) => t(`token.scope.${scope}`)).join('; ');

  async function answer(allow: boolean) {
    setBusy(true);
    kept.keep(code);
    try {
      await allowDevice(code, allow);
      onAnswered(allow ? 'allowed' : 'refused');
    } catch (error) {
      setBusy(false);
      // Who left the dialog "Is it you?" still has the question before them.
      if (isAnswered(error)) return;
      const [problem] = problemsOfRefusal(error, [answerDevice]) ?? [];
      setFailure(
        problem
          ? t(`device.error.${problem.code}`, { max: Number(problem.meta?.max) })
          : failureText(error),
      );
    } finally {
      kept.forget();
    }
  }

  return (
    <div className={styles.question}>
      {failure !== undefined && <Alert>{failure}</Alert>}
      <p>{t('device.text', { program, host, network, scopes: allowed, date })}</p>
      <Notice tone="warning">{t('device.warning')}</Notice>
      <div className={styles.buttons}>
        <Button variant="default" disabled={isBusy} onClick={() => void answer(false)}>
          {t('device.refuse')}
        </Button>
        <Button loading={isBusy} onClick={() => void answer(true)}>
          {t('device.allow')}
        </Button>
      </div>
    </div>
  );
}
