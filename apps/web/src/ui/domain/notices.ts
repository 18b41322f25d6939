import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { asApiError } from '../../api/api-error.ts';

/** Properties that every notice has. */
const common = () => ({ withBorder: true, closeButtonProps: { 'aria-label': i18next.t('close') } });

const SUCCESS_MS = 2000;
const TROUBLE_MS = 4000;
const FAILED_REQUEST_MS = 6000;

/** Number of failed requests since the page was opened. Each notice says it, so that a series of failures is noticed. */
let errorCount = 0;

export function noticeSuccess(message: string): void {
  notifications.show({ message, color: 'green', autoClose: SUCCESS_MS, role: 'status', ...common() });
}

export function noticeTrouble(title: string, message: string): void {
  notifications.show({ title, message, color: 'red', autoClose: TROUBLE_MS, role: 'alert', ...common() });
}

/** Says that a form was not complete, so that nothing was sent. */
export function noticeInvalid(): void {
  noticeTrouble(i18next.t('notice.validation_title'), i18next.t('notice.validation_text'));
}

/** Says that a request failed, where no form or dialog shows it. A 401 is not said: it leads to the sign-in screen. */
export function noticeFailedRequest(cause: unknown): void {
  const error = asApiError(cause);
  if (error.status === 401) return;
  errorCount += 1;
  notifications.show({
    title: error.title || i18next.t('notice.unreachable'),
    message: `${error.message}\n${i18next.t('notice.error_count', { count: errorCount })}`,
    color: 'red',
    autoClose: FAILED_REQUEST_MS,
    role: 'alert',
    ...common(),
    style: { whiteSpace: 'pre-line' },
  });
}
