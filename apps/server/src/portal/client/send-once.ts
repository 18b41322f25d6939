/**
 * Prevents the form from being sent a second time while the first request is on its way, and shows on the button that it is being
 * sent (`data-t`). A page that the browser restores from its memory can be sent again. A button with a name only changes the
 * language.
 */
export function sendOnce(form: HTMLFormElement, button: HTMLElement, stopDraft: () => void): void {
  const label = button.textContent;
  let isSent = false;
  form.addEventListener('submit', (event) => {
    if (isSent) event.preventDefault();
    if (isSent) return;
    isSent = true;
    stopDraft();
    form.querySelectorAll<HTMLInputElement>('.v').forEach((field) => {
      // A browser sends nothing for a day that is not complete. As a text it is sent, and the server says what is wrong.
      if (field.validity.badInput) {
        field.type = 'text';
        field.value = '?';
      }
    });
    const { submitter } = event;
    if (submitter && submitter.getAttribute('name')) return;
    button.textContent = button.dataset['t'] || '';
    button.setAttribute('aria-disabled', 'true');
  });
  addEventListener('pageshow', () => {
    isSent = false;
    button.textContent = label;
    button.removeAttribute('aria-disabled');
  });
}
