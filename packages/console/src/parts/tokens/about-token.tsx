import type { Token } from '@comporta/contract/keys/token';
import styles from './about-token.module.css';
import { TokenLimits } from './token-limits.tsx';

interface AboutTokenProps {
  readonly token: Token;
  /** What is said of a token that sleeps, of these providers. */
  readonly asleep: (providers: string) => string;
}

/** A row of a list of tokens: its name, what it may do, and whether it sleeps. */
export function AboutToken({ token, asleep }: AboutTokenProps) {
  return (
    <div className={styles.about}>
      <span>
        {token.name} <code>{token.mask}</code>
      </span>
      <span className={styles.limits}>
        <TokenLimits token={token} />
      </span>
      {token.asleepUntil && <span>{asleep(token.asleepUntil.join(', '))}</span>}
    </div>
  );
}
