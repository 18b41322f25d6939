import { useTranslation } from 'react-i18next';
import { privacy } from '@wardvoice/contract';
import { useFormats } from '../../kit/formats.ts';
import classes from './personal-sections.module.css';

interface PersonalSectionsProps {
  counts: Partial<Record<privacy.PersonalSection, number>>;
  label: string;
}

/** Shows how many records of each kind are stored about a person, or were erased. */
export function PersonalSections({ counts, label }: PersonalSectionsProps) {
  const { t } = useTranslation('privacy');
  const { number } = useFormats();
  const shown = privacy.PERSONAL_SECTIONS.filter((section) => (counts[section] ?? 0) > 0);
  if (shown.length === 0) return <p className={classes.empty}>{t('erase.nothing')}</p>;
  return (
    <table className={classes.table} aria-label={label}>
      <tbody>
        {shown.map((section) => (
          <tr key={section}>
            <th scope="row">{t(`section.${section}`)}</th>
            <td>{number(counts[section] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
