/** Of the portal. */
export const PORTAL_LANGUAGES = ['en', 'ar', 'fr', 'es', 'pl', 'ur'];

const OTHERS = 'bg bn cs cy de el fa ga hi hr hu it lt lv nl pa pt ro ru sk so sq sr sw ta te tr uk vi zh'.split(' ');

/** Languages that somebody may want; a survey that lacks one is shown in its own. */
export const LANGUAGES = [...PORTAL_LANGUAGES, ...OTHERS];
