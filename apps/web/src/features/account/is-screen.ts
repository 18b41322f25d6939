/** True for an address of a screen behind the sign-in. Others could lead to another site, or back to the sign-in. */
export const isScreen = (address: string | null | undefined): address is string =>
  /^\/(?![/\\])(?!(?:login|real-login|register|forgot-password|reset-password|confirm-registration|accept-invitation|lock)(?:[/?#]|$))/.test(
    address ?? '',
  );
