const CHANNEL = 'wardvoice.signed-on';

/** Tells the other tabs of this browser that the person has come back from the identity provider. */
export function announceSignedOn(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel knows no other origin
  channel.postMessage('signed on');
  channel.close();
}

/** Calls the listener when another tab has come back. Returns what ends that. */
export function onSignedOn(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
