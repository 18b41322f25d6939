import { useTranslation } from 'react-i18next';
import { API_BASE } from '@wardvoice/contract';
import { SUB_PATH } from '../../api/sub-path.ts';
import { SecretDialog } from '../../ui/kit/secret/secret-dialog.tsx';

/** A call that every key may make, whatever its permissions. */
const curlWith = (key: string): string =>
  `curl -H "Authorization: Bearer ${key}" ${window.location.origin}${SUB_PATH}${API_BASE}/trigger_catalog`;

interface KeyDialogProps {
  title: string;
  /** Null: the dialog is closed. */
  apiKey: string | null;
  onClose: () => void;
}

/** Shows the secret of a key, which is the only time, and a call by which it can be tried. */
export function KeyDialog({ title, apiKey, onClose }: KeyDialogProps) {
  const { t } = useTranslation('api_keys');
  return (
    <SecretDialog
      title={title}
      warning={t('secret.once')}
      values={
        apiKey === null
          ? null
          : [
              { label: t('secret.example'), value: curlWith(apiKey) },
              { label: t('secret.key'), value: apiKey },
            ]
      }
      close={t('secret.kept')}
      onClose={onClose}
    />
  );
}
