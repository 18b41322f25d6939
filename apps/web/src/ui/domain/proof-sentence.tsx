import { useTranslation } from 'react-i18next';
import type { patients } from '@wardvoice/contract';
import { useFormats } from '../kit/formats.ts';
import classes from './proof-sentence.module.css';
import { useTerms } from './terms.ts';

/**
 * Says in one sentence whether a patient was asked, when and by which rule, or why not. Where no rule matched, it lists the
 * filter that kept each rule from matching.
 */
export function ProofSentence({ proof }: { proof: patients.Proof }) {
  const { t, i18n } = useTranslation('patients');
  const { dateTime } = useFormats();
  const { word } = useTerms();
  const ruleName = (action: string) => i18n.t(`patients:action.${action}`, { defaultValue: action });
  const filterName = (filter: string) => i18n.t(`patients:filters.${filter}`, { defaultValue: filter });
  const words = {
    at: proof.at ? dateTime(proof.at) : '',
    channel: proof.channel ? word('channel', proof.channel) : '',
    survey: proof.survey_title ?? '',
    what: proof.survey_title ? `“${proof.survey_title}”` : t('proof.message'),
    by:
      proof.rule === 'by_hand' || proof.rule === null
        ? t('proof.by_hand')
        : t('proof.by_rule', { rule: ruleName(proof.rule) }),
    reason: proof.reason ? word('reason', proof.reason) : '',
  };
  return (
    <>
      <p className={classes.proof}>{t(`proof.${proof.outcome}`, words)}</p>
      {proof.outcome === 'no_rule' && proof.rules_not_matched.length > 0 && (
        <ul className={classes.rules}>
          {proof.rules_not_matched.map(({ trigger_id: id, action, filter }) => (
            <li key={id}>{t('proof.not_matched', { rule: ruleName(action), filter: filterName(filter) })}</li>
          ))}
        </ul>
      )}
    </>
  );
}
