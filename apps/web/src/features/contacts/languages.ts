import { SURVEY_LANGUAGES } from '@wardvoice/contract';

const OTHERS = 'bg bn cs cy de el fa ga hi hr hu it lt lv nl pa pt ro ru sk so sq sr sw ta te tr uk vi zh'.split(' ');

/** Languages that somebody may want; a survey that lacks one is shown in its own. */
export const LANGUAGES = [...SURVEY_LANGUAGES, ...OTHERS];
