import { MINIMUM_AGE, whyNobody, youngest, type Addressee } from './check-sending.ts';
import { isBereaved, roots, type ModelVisit } from '../model-hospital.ts';
import type { AnswerOfGate } from '../simulated-organisation.ts';

/**
 * Compares the gate's answer to a colleague who sends by hand with the model, when everything is processed: nobody may be
 * accepted who must not be written to, and no refusal may state something untrue. Returns the rule that is broken, or null.
 */
export function checkAnswerOfGate(about: Addressee, visit: ModelVisit, { reason }: AnswerOfGate): string | null {
  if (reason === null) {
    const why = whyNobody(about);
    return why && `accepted by hand: ${why}`;
  }
  const isSo = IS_SO[reason];
  return isSo && !isSo(about, visit) ? 'a refusal for a reason that is none' : null;
}

/**
 * Reasons that state a fact about the person, the visit or the organisation, with a check of that fact. Other reasons depend on
 * what else is being sent and are not checked.
 */
const IS_SO: Readonly<Record<string, (about: Addressee, visit: ModelVisit) => boolean>> = {
  deceased: (about) => about.record.isDead || isAlike(about, ({ isDead }) => isDead),
  protected: (about) => about.record.isProtected || isAlike(about, ({ isProtected }) => isProtected),
  identity_unknown: ({ record }) => record.isUnknown,
  identity_in_doubt: ({ record }) => record.doubts > 0,
  under_age: ({ record, now }) => youngest(record.born, now) < MINIMUM_AGE,
  opted_out: ({ hospital }) => hospital.optedOut.size > 0,
  listens_only: ({ hospital }) => hospital.listensOnly,
  event_cancelled: (_, visit) => visit.state === 'cancelled',
  bereaved: (about) => isBereaved(about.hospital, about.record) || isOfDeadChild(about),
  on_leave: (_, visit) => visit.isOnLeave,
  already_answered: (_, visit) => visit.isAnswered,
};

/** Returns whether a child who died had this address. */
const isOfDeadChild = ({ hospital, sending: { to }, now }: Addressee): boolean =>
  hospital.records.some(
    ({ isDead, born, phone, email }) => isDead && youngest(born, now) < MINIMUM_AGE && (phone === to || email === to),
  );

/** Returns whether the fact is known of another record that is probably the same person: the same birth date and address. */
const isAlike = (
  { hospital, record, sending: { to } }: Addressee,
  isSo: (processed: { isDead: boolean; isProtected: boolean }) => boolean,
): boolean =>
  roots(hospital).some(
    (other) => other.born === record.born && (other.phone === to || other.email === to) && isSo(other.processed),
  );
