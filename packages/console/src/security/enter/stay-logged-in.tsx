import type { OwnProvider } from '@comporta/contract/identity/identity-api';
import type { Security } from '@comporta/contract/identity/security';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { TextsOfSecurity } from '../../base/texts/texts-of-security.tsx';
import { ownProvidersQuery } from '../../data/own-provider-queries.ts';
import { securityQuery } from '../../data/security-queries.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { StayByPasskey } from './stay-by-passkey.tsx';
import { StayByPassword } from './stay-by-password.tsx';
import { StayByProvider } from './stay-by-provider.tsx';
import { StayByStep } from './stay-by-step.tsx';
import type { NextStep } from './step-of-refusal.ts';

interface StayLoggedInProps {
  readonly isOpen: boolean;
  /** The e-mail of the user, who stays the same. */
  readonly userName: string;
  readonly onClose: () => void;
}

/**
 * Starts a new session for the same user, by what this user can come in with. It is there before it is opened, so that what
 * it asks the service for is. Source: G22, IDN-65.
 */
export function StayLoggedIn({ isOpen, userName, onClose }: StayLoggedInProps) {
  const security = useQuery(securityQuery);
  const providers = useQuery(ownProvidersQuery);
  const isKnown = !security.isPending && !providers.isPending;
  return (
    <TextsOfSecurity>
      {isOpen && isKnown && (
        <Ways
          security={security.data}
          providers={providers.data ?? []}
          userName={userName}
          onClose={onClose}
        />
      )}
    </TextsOfSecurity>
  );
}

interface WaysProps extends Omit<StayLoggedInProps, 'isOpen'> {
  /** Undefined where the service did not say it, as one of 0.2.0 does not: that has passwords only. */
  readonly security: Security | undefined;
  readonly providers: readonly OwnProvider[];
}

function Ways({ security, providers, userName, onClose }: WaysProps) {
  const t = useTranslations();
  const [step, setStep] = useState<NextStep>();
  const [isOver, setOver] = useState(false);
  if (step !== undefined) {
    const onOver = () => {
      setOver(true);
      setStep(undefined);
    };
    return <StayByStep step={step} onOver={onOver} onClose={onClose} />;
  }
  const hasPasskey =
    security?.passkey === true && !security.onlySignOn && 'PublicKeyCredential' in window;
  // Where nothing else lets them in, a provider connects who comes through it for the first time.
  const open = providers.filter(
    ({ identity, slug }) => slug !== null && (identity !== null || security?.onlySignOn),
  );
  const others = (
    <>
      {hasPasskey && <StayByPasskey userName={userName} />}
      {open.length > 0 && <StayByProvider providers={open} userName={userName} />}
    </>
  );
  if (security?.password ?? true) {
    return (
      <StayByPassword userName={userName} onClose={onClose} onStep={setStep}>
        {isOver && <Alert>{t('secondStep.error.CHALLENGE_EXPIRED')}</Alert>}
        {others}
      </StayByPassword>
    );
  }
  return (
    <Dialog
      title={t('session.stay')}
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
      }
    >
      <p>{userName}</p>
      {others}
      {!hasPasskey && open.length === 0 && <p>{t('security.session.noWay')}</p>}
    </Dialog>
  );
}
