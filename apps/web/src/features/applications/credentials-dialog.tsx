import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../ui/kit/secret/secret-dialog.tsx';

export interface Credentials {
  access_key: string;
  access_secret: string;
}

export function CredentialsDialog({ credentials, onClose }: { credentials: Credentials | null; onClose: () => void }) {
  const { t } = useTranslation('applications');
  return (
    <SecretDialog
      title={t('credentials.title')}
      warning={t('credentials.once')}
      values={
        credentials && [
          { label: t('credentials.access_key'), value: credentials.access_key },
          { label: t('credentials.access_secret'), value: credentials.access_secret },
        ]
      }
      close={t('credentials.kept')}
      onClose={onClose}
    />
  );
}
