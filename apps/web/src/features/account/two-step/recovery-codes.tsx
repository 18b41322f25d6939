import { Button, CopyButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../account-page.module.css';

/** Shows the recovery codes once, because the server stores only their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('account');
  return (
    <div className={classes.form} role="status">
      <p className={classes.text}>{t('two_step.codes_text')}</p>
      <ul className={classes.codes} aria-label={t('two_step.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={onDone}>{t('two_step.codes_kept')}</Button>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('two_step.copied') : t('two_step.copy')}
            </Button>
          )}
        </CopyButton>
      </div>
    </div>
  );
}
