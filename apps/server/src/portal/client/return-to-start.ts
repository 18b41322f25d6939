/** Events that show that somebody is using the page. */
const SIGNS_OF_A_PERSON = ['pointerdown', 'touchstart', 'keydown', 'input', 'scroll'];

/**
 * Goes back to the start of the kiosk (`data-start` of the body) when nobody has touched the page for `data-after` seconds. With
 * `data-leave` the page first asks for so many seconds whether somebody is still there, because answers would be lost.
 */
export function returnToStart({ start = '', after, leave }: DOMStringMap): void {
  const question = document.querySelector<HTMLDialogElement>('#still');
  const yes = document.getElementById('yes');
  let timer = 0;
  let isAsking = false;
  const goToStart = () => location.replace(start);
  const ask = () => {
    isAsking = true;
    if (question) open(question);
    yes?.focus();
    timer = setTimeout(goToStart, Number(leave) * 1000);
  };
  const wait = () => {
    clearTimeout(timer);
    if (after) timer = setTimeout(leave ? ask : goToStart, Number(after) * 1000);
  };
  const stay = () => {
    isAsking = false;
    if (question) close(question);
    wait();
  };
  for (const type of SIGNS_OF_A_PERSON) {
    addEventListener(
      type,
      () => {
        if (!isAsking) wait();
      },
      { capture: true, passive: true },
    );
  }
  yes?.addEventListener('click', stay);
  // Escape closes the question: like the button, it says that somebody is there.
  question?.addEventListener('cancel', (event) => {
    event.preventDefault();
    stay();
  });
  // A page that the browser restores from its memory would show what the previous person answered.
  addEventListener('pageshow', (event) => {
    if (event.persisted) goToStart();
  });
  wait();
}

/** In browsers without `showModal` the attribute shows the question as an ordinary element of the page. */
function open(question: HTMLDialogElement): void {
  if (question.showModal) question.showModal();
  else question.setAttribute('open', '');
}

function close(question: HTMLDialogElement): void {
  if (question.close) question.close();
  else question.removeAttribute('open');
}
