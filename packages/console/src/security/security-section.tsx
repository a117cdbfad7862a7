import { useTranslations } from 'use-intl/react';
import { TextsOfSecurity } from '../base/texts/texts-of-security.tsx';
import { Notices } from './notices.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { OwnSignIns } from './own-sign-ins.tsx';
import { OwnTokens } from './own-tokens.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import styles from './security-section.module.css';
import { SingleSignOn } from './single-sign-on.tsx';

/** How the user logs in, on the profile: one part below the other. */
export function SecuritySection() {
  return (
    <TextsOfSecurity>
      <Parts />
    </TextsOfSecurity>
  );
}

function Parts() {
  const t = useTranslations('security');
  return (
    <section aria-labelledby="security" className={styles.section}>
      <h2 id="security">{t('title')}</h2>
      <Notices />
      <SecondFactor />
      <Passkeys />
      <SingleSignOn />
      <OwnSessions />
      <OwnTokens />
      <OwnSignIns />
    </section>
  );
}
