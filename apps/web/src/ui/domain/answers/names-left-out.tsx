import { useTranslation } from 'react-i18next';
import { results } from '@wardvoice/contract';

/** Says what stands for names, below comments in which some are left out for the reader. */
export function NamesLeftOut({ of }: { of: readonly { feedback_id: number | null; text: string }[] }) {
  const { t } = useTranslation();
  if (!of.some(({ feedback_id, text }) => feedback_id === null && text.includes(results.NAME_MASK))) return null;
  return <p className="wv-quiet">{t('answers.names_left_out', { mask: results.NAME_MASK })}</p>;
}
