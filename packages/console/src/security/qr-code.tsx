import { encode } from 'uqr';
import styles from './qr-code.module.css';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** Drawn here, so that the secret in it goes nowhere. Dark on light in every theme, as cameras expect it. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: 2 });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={styles.picture}
    >
      <path d={dark.join('')} />
    </svg>
  );
}
