import { IconDatabaseHeart, IconHeartHandshake, IconMessageLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '../account-frame.module.css';
import { useSignInOptions } from './use-sign-in-options.ts';

const points = [
  { key: 'message', icon: IconDatabaseHeart },
  { key: 'survey', icon: IconMessageLanguage },
  { key: 'case', icon: IconHeartHandshake },
] as const;

/** Explains the product to somebody who was only given its address. */
export function LoginInformation() {
  const { t } = useTranslation('account');
  const options = useSignInOptions().data?.data;
  return (
    <aside className={classes.information} aria-labelledby="about-wardvoice">
      <div className={classes.informationText}>
        <h2 id="about-wardvoice" className={classes.informationTitle}>
          {t('info.title')}
        </h2>
        <p className={classes.informationLead}>{t('info.text')}</p>
        <ul className={classes.points}>
          {points.map(({ key, icon: Picture }) => (
            <li key={key} className={classes.point}>
              <Picture size={20} stroke={1.5} aria-hidden className={classes.pointIcon} />
              <div>
                <h3 className={classes.pointTitle}>{t(`info.${key}_title`)}</h3>
                <p>{t(`info.${key}_text`)}</p>
              </div>
            </li>
          ))}
        </ul>
        <p className={classes.informationHelp}>{t(options?.registration ? 'info.help_register' : 'info.help')}</p>
      </div>
    </aside>
  );
}
