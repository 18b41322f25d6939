import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../ui/kit/secret/secret-dialog.tsx';

interface SecretShownProps {
  title: string;
  /** Null: the dialog is closed. */
  secret: string | null;
  onClose: () => void;
}

/** Shows the secret of a webhook, which is the only time. */
export function SecretShown({ title, secret, onClose }: SecretShownProps) {
  const { t } = useTranslation('webhooks');
  return (
    <SecretDialog
      title={title}
      warning={t('secret.once')}
      values={secret === null ? null : [{ label: t('secret.label'), value: secret }]}
      close={t('secret.kept')}
      onClose={onClose}
    />
  );
}
