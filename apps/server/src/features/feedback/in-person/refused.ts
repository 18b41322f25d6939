import type { inPerson } from '@wardvoice/contract';
import { Conflict } from '../../../platform/errors.ts';

const SENTENCES: Readonly<Record<inPerson.RefusalInPerson, string>> = {
  deceased: 'This patient has died.',
  event_cancelled: 'This event was cancelled, so there is nothing to ask about.',
  identity_unknown: 'It is not known who this patient is. Ask when the identity is known.',
  identity_in_doubt: 'It is uncertain who this patient is. Decide under Doubts first.',
  protected: 'This patient is protected and is not asked.',
  under_age: 'This patient is younger than your organisation asks.',
  survey_off: 'This survey is switched off.',
  survey_empty: 'This survey has no questions.',
  bereaved: 'This person has lost a child within the last year. Ask only if you mean to.',
  asked_lately: 'This person was asked lately. Ask again only if you mean to.',
};

/** Returns the error for somebody who is not to be asked in person. */
export const refused = (reason: inPerson.RefusalInPerson): Conflict => new Conflict(SENTENCES[reason]);
