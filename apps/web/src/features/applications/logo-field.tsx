import { Button, FileButton, Input } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { applications } from '@wardvoice/contract';
import { atSubPath } from '../../api/sub-path.ts';
import classes from './logo-field.module.css';

interface LogoFieldProps {
  value: string | null | undefined;
  error: ReactNode;
  onChange: (logo: string | null) => void;
  onRefused: (why: string) => void;
}

/** The picture as a data address: it is sent with the rest of the form, and the server looks at what it really is. */
export function LogoField({ value, error, onChange, onRefused }: LogoFieldProps) {
  const { t } = useTranslation('applications');
  const id = useId();
  const choose = (file: File | null) => {
    if (!file) return;
    if (file.size > applications.MAX_LOGO_BYTES) return onRefused(t('form.logo_too_large'));
    const reader = new FileReader();
    reader.addEventListener('load', () => typeof reader.result === 'string' && onChange(reader.result));
    reader.readAsDataURL(file);
  };
  return (
    <Input.Wrapper
      label={t('form.logo')}
      description={t('form.logo_hint')}
      error={error}
      labelElement="div"
      id={id}
      role="group"
      aria-label={t('form.logo')}
    >
      <div className={classes.field}>
        <span className={classes.picture}>
          <img
            src={atSubPath(value || '/wardvoice.svg')}
            alt={value ? t('form.logo_shown') : t('form.logo_standard')}
          />
        </span>
        <FileButton onChange={choose} accept="image/png,image/jpeg,image/webp">
          {(props) => (
            <Button variant="default" {...props}>
              {t(value ? 'form.logo_replace' : 'form.logo_choose')}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button variant="subtle" color="gray" onClick={() => onChange(null)}>
            {t('form.logo_remove')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
