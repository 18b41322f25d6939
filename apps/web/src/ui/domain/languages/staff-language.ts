import i18next from 'i18next';
import { account, directionOf, STAFF_LANGUAGES, type StaffLanguage } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { getSession, onSession, renewSession } from '../../../api/session.ts';

/**
 * Key of the browser's storage: the language of whoever used it last, which the sign-in screen is shown in. In the storage of the
 * tab: the language that somebody has chosen on the sign-in screen.
 */
const KEY = 'sm-language';

type Texts = Record<string, Record<string, unknown>>;

/** Fetches the texts of a language, which are one file. English is not here: it comes with the slices. */
const TEXTS: Record<Exclude<StaffLanguage, 'en'>, () => Promise<{ default: Texts }>> = {
  fr: () => import('./fr/index.ts'),
  es: () => import('./es/index.ts'),
  pl: () => import('./pl/index.ts'),
  ar: () => import('./ar/index.ts'),
  ur: () => import('./ur/index.ts'),
};

const isStaffLanguage = (code: string | null | undefined): code is StaffLanguage =>
  STAFF_LANGUAGES.some((language) => language === code);

/** The language that is shown now. */
export const currentLanguage = (): StaffLanguage => (isStaffLanguage(i18next.language) ? i18next.language : 'en');

/** Adds the texts of a language. Rejects where they cannot be fetched. */
async function loadTexts(language: StaffLanguage): Promise<void> {
  if (language === 'en') return;
  for (const [path, texts] of Object.entries((await TEXTS[language]()).default)) {
    const name = path.slice('./'.length, -'.json'.length);
    i18next.addResourceBundle(language, name.replaceAll('-', '_'), texts);
  }
}

/** The language that was asked for last: of two that are on their way, the later one counts. */
let wanted: StaffLanguage = 'en';

/** Shows every screen in a language, and in this browser until another is chosen. Rejects where its texts cannot be fetched. */
export async function showLanguage(language: StaffLanguage): Promise<void> {
  wanted = language;
  if (language === currentLanguage()) return;
  await loadTexts(language);
  if (wanted !== language) return;
  await i18next.changeLanguage(language);
  inStorage(() => localStorage.setItem(KEY, language));
}

/**
 * Shows a language that somebody has chosen, and keeps it with their account, so that it is theirs on every machine. On the
 * sign-in screen it is kept until they have signed in.
 */
export async function chooseLanguage(language: StaffLanguage): Promise<void> {
  await showLanguage(language);
  if (getSession()) renewSession(await call(account.chooseLanguage, { body: { language } }));
  else inStorage(() => sessionStorage.setItem(KEY, language));
}

/** A browser may refuse its storage; then a language lasts as long as the page. */
function inStorage<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}

const ofBrowser = (): StaffLanguage | undefined =>
  navigator.languages.map((tag) => tag.slice(0, 2)).find(isStaffLanguage);

/**
 * Sets the language before anything is drawn: that of whoever is signed in, else the last one of this browser, else the first of
 * its own that there is. From then on, whoever signs in brings their language along, and the tabs of a browser agree.
 */
export async function startLanguage(): Promise<void> {
  const known = [getSession()?.current_user.language, inStorage(() => localStorage.getItem(KEY)), ofBrowser()];
  // Without the texts the screens are in English.
  await showLanguage(known.find(isStaffLanguage) ?? 'en').catch(() => undefined);
  document.documentElement.dir = directionOf(currentLanguage());
  followPerson();
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY && isStaffLanguage(newValue)) void showLanguage(newValue).catch(() => undefined);
  });
}

function followPerson(): void {
  let person = getSession()?.current_user.id;
  onSession(() => {
    const user = getSession()?.current_user;
    if (user?.id === person) return;
    person = user?.id;
    if (user) void showOf(user.language).catch(() => undefined);
  });
}

/** Shows the language of somebody who has just signed in. The one of whoever used the machine before them is not theirs. */
async function showOf(language: StaffLanguage | null): Promise<void> {
  const chosenBefore = inStorage(() => sessionStorage.getItem(KEY));
  inStorage(() => sessionStorage.removeItem(KEY));
  if (isStaffLanguage(chosenBefore)) await chooseLanguage(chosenBefore);
  else await showLanguage(language ?? ofBrowser() ?? 'en');
}
