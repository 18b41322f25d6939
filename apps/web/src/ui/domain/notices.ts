import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { playSound } from '../kit/browser/sounds.ts';
import { asApiError } from '../../api/api-error.ts';

/** Properties that every notice has. */
const common = () => ({ withBorder: true, closeButtonProps: { 'aria-label': i18next.t('close') } });

type Notice = Parameters<typeof notifications.show>[0];

/** A notice that was shown this shortly before a page was left is about what led there, such as a save, and stays. */
const FRESH_MS = 500;

/** When each notice that may still be visible was shown, by its id. */
const shownAt = new Map<string, number>();
let shownCount = 0;

/** Shows a notice, and returns its id. */
export function showNotice(notice: Notice): string {
  shownCount += 1;
  playSound(notice.color === 'red' ? 'trouble' : 'done');
  const id = notifications.show({
    ...notice,
    ...common(),
    onClose: ({ id: closed }) => closed && shownAt.delete(closed),
  });
  shownAt.set(id, performance.now());
  return id;
}

/** Counts the notices since the page was opened. Whoever would show a general one sees by it whether there was one. */
export const countNotices = (): number => shownCount;

/**
 * Called when another page is opened: what was said about the former one goes. `askedAt` is when it was asked for, by
 * performance.now(); on a busy machine that is long before it is opened.
 */
export function hideEarlierNotices(askedAt: number): void {
  const until = askedAt - FRESH_MS;
  for (const [id, at] of shownAt) {
    if (at > until) continue;
    shownAt.delete(id);
    notifications.hide(id);
  }
}

const SUCCESS_MS = 2000;
const TROUBLE_MS = 4000;
const FAILED_REQUEST_MS = 6000;

/** Number of failed requests since the page was opened. Each notice says it, so that a series of failures is noticed. */
let errorCount = 0;

export function noticeSuccess(message: string): void {
  showNotice({ message, color: 'green', autoClose: SUCCESS_MS, role: 'status' });
}

export function noticeTrouble(title: string, message: string): void {
  showNotice({ title, message, color: 'red', autoClose: TROUBLE_MS, role: 'alert' });
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
  showNotice({
    title: error.title || i18next.t('notice.unreachable'),
    message: `${error.message}\n${i18next.t('notice.error_count', { count: errorCount })}`,
    color: 'red',
    autoClose: FAILED_REQUEST_MS,
    role: 'alert',
    style: { whiteSpace: 'pre-line' },
  });
}
