import { Button } from '@mantine/core';
import { IconClipboardHeart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { messages } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { noticeFailedRequest } from '../../../ui/domain/notices.ts';

interface TakeSurveyProps {
  id: number;
  distributionList?: string | undefined;
  /** In a row of a list. */
  compact?: boolean;
  /** For screen readers, where several stand on one screen. */
  label?: string;
}

/** Opens the patient's form in a tab of its own. The tab is opened at once, for browsers block one that comes later. */
export function TakeSurveyButton({ id, distributionList, compact = false, label }: TakeSurveyProps) {
  const { t } = useTranslation('messages');
  const [isBusy, setIsBusy] = useState(false);
  const open = async () => {
    const tab = window.open('about:blank', '_blank');
    setIsBusy(true);
    try {
      const query = distributionList ? { distribution_list: distributionList } : {};
      const { data } = await call(messages.getMessageToken, { params: { id }, query });
      const address = `/feedback/${data.token}`;
      if (!tab) return window.location.assign(address);
      tab.opener = null;
      tab.location.replace(address);
    } catch (error) {
      tab?.close();
      noticeFailedRequest(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      variant={compact ? 'subtle' : 'default'}
      size={compact ? 'compact-sm' : 'sm'}
      loading={isBusy}
      aria-label={label}
      leftSection={!compact && <IconClipboardHeart size={16} stroke={1.75} aria-hidden />}
      onClick={() => void open()}
    >
      {t('feedback')}
    </Button>
  );
}
