/** @jsxRuntime automatic */
import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { KIOSK_SCRIPT, KIOSK_STYLE, PORTAL_SCRIPT, PORTAL_STYLE, WARD_STYLE } from './client-files.ts';
import { portalWords } from './texts/portal-words.ts';
import type { KioskFrame } from './kiosk/kiosk-frame.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** The address of a script contains a hash of its content, so browsers may cache it for ever. */
const pathOf = (name: string, script: string) =>
  `/feedback/assets/${name}.${sha256(script).toString('hex').slice(0, 10)}.js`;
export const SCRIPT_PATH = pathOf('portal', PORTAL_SCRIPT);
export const KIOSK_SCRIPT_PATH = pathOf('kiosk', KIOSK_SCRIPT);

const hashOf = (style: string) => `'sha256-${sha256(style).toString('base64')}'`;

/**
 * The policy is stricter than that of the staff application: style sheets are allowed by their hashes, scripts and calls from
 * this server only, and nothing else but pictures.
 */
export const PORTAL_CSP = [
  "default-src 'none'",
  `style-src ${hashOf(PORTAL_STYLE)} ${hashOf(KIOSK_STYLE)} ${hashOf(WARD_STYLE)}`,
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface Hospital {
  title: string;
  /** Null: none was given. Undefined on a page that does not know it, which shows the name alone. */
  logo?: string | null;
}

interface PageProps {
  language: string;
  title: string;
  hospital: Hospital | null;
  /** The links or buttons for other languages; an empty element where the page exists in one language only. */
  languages: ReactNode;
  /** Whether "Larger text" was ticked when the form was sent. */
  largeText: boolean;
  /** Set on a kiosk, and on a page after which staff get their device back. */
  kiosk?: KioskFrame | undefined;
  /** A style sheet in addition to that of every page, whose hash the policy has. */
  style?: string;
  children: ReactNode;
}

function Page({ language, title, hospital, languages, largeText, kiosk, style, children }: PageProps) {
  const words = portalWords(language);
  return (
    <html lang={language} dir={words.direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex,nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="format-detection" content="telephone=no" />
        <title>{hospital ? `${title} – ${hospital.title}` : title}</title>
        <link rel="icon" href="data:," />
        <style>{PORTAL_STYLE}</style>
        {style !== undefined && <style>{style}</style>}
        <script src={SCRIPT_PATH} defer />
        {kiosk && <KioskHead {...kiosk} />}
      </head>
      <body data-start={kiosk?.start} data-after={kiosk?.after} data-leave={kiosk?.leave} data-anew={kiosk?.anew}>
        <header>
          {hospital && <Brand {...hospital} />}
          <div className="tools">
            {languages}
            <label>
              <input type="checkbox" id="large" form="f" name="large" value="1" defaultChecked={largeText} />
              {words.large_text}
            </label>
          </div>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

/**
 * Where no script runs, the browser's own refresh returns to the start after a fixed time; it cannot notice whether somebody is
 * there.
 */
function KioskHead({ start, after, withoutScripts = after }: KioskFrame) {
  return (
    <>
      <style>{KIOSK_STYLE}</style>
      <script src={KIOSK_SCRIPT_PATH} defer />
      {withoutScripts !== undefined && (
        <noscript>
          <meta httpEquiv="refresh" content={`${withoutScripts};url=${start}`} />
        </noscript>
      )}
    </>
  );
}

function Brand({ title, logo }: Hospital) {
  const name = <span dir="auto">{title}</span>;
  if (logo === undefined) return <div className="brand">{name}</div>;
  if (isOurs(logo))
    return (
      <div className="brand">
        <img src={logo} alt={title} />
      </div>
    );
  return (
    <div className="brand">
      <img src={DEFAULT_LOGO} alt={title} />
      <span aria-hidden>{name}</span>
    </div>
  );
}

/** Stands beside the name of a hospital that has given no logo. It is part of the page, so that nothing more is fetched. */
const DEFAULT_LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="40" height="40" fill="none">' +
    '<path fill="#0b5d78" d="M8 3h16a5 5 0 0 1 5 5v11a5 5 0 0 1-5 5h-6.5L11 29.4V24H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Z"/>' +
    '<path stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" d="M7.5 14h3.2l2.4-5 4 9.5 2.5-4.5h5"/></svg>',
)}`;

/** A picture on another server would tell that server who is answering, so only pictures of our own are shown. */
const isOurs = (logo: string | null): logo is string => logo !== null && /^(data:image\/|\/[^/])/.test(logo);

export const renderPage = (props: PageProps): string => `<!doctype html>${renderToStaticMarkup(<Page {...props} />)}`;
