import clsx from 'clsx';
import { encode } from 'uqr';
import classes from './qr-code.module.css';

interface QrCodeProps {
  text: string;
  label: string;
  /** To be read from some distance, from a screen that somebody else holds. */
  large?: boolean;
}

/** Draws a QR code in the browser, so that its text is sent to nobody else. */
export function QrCode({ text, label, large = false }: QrCodeProps) {
  const { data, size } = encode(text);
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={clsx(classes.qr, large && classes.large)}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
