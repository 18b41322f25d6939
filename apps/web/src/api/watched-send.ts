/** Sends a large body as `fetch` does, and reports how much of it has been sent, from 0 to 1, which `fetch` cannot. */
export function watchedSend(
  address: string,
  init: { method: string; headers: Headers; body: FormData },
  onSent: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(init.method, address);
    init.headers.forEach((value, name) => call.setRequestHeader(name, value));
    call.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onSent(loaded / total);
    });
    call.upload.addEventListener('load', () => onSent(1));
    call.addEventListener('load', () =>
      resolve(new Response(call.responseText, { status: call.status, statusText: call.statusText })),
    );
    call.addEventListener('error', () => reject(new TypeError('The connection was lost.')));
    call.send(init.body);
  });
}
