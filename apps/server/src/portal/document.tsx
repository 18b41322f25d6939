/** @jsxRuntime automatic */
import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { KIOSK_SCRIPT, KIOSK_STYLE, PORTAL_SCRIPT, PORTAL_STYLE } from './client-files.ts';
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
  `style-src ${hashOf(PORTAL_STYLE)} ${hashOf(KIOSK_STYLE)}`,
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface Hospital {
  title: string;
  logo: string | null;
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
  children: ReactNode;
}

function Page({ language, title, hospital, languages, largeText, kiosk, children }: PageProps) {
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
  return <div className="brand">{isOurs(logo) ? <img src={logo} alt={title} /> : <span dir="auto">{title}</span>}</div>;
}

/** A picture on another server would tell that server who is answering, so only pictures of our own are shown. */
const isOurs = (logo: string | null): logo is string => logo !== null && /^(data:image\/|\/[^/])/.test(logo);

export const renderPage = (props: PageProps): string => `<!doctype html>${renderToStaticMarkup(<Page {...props} />)}`;
