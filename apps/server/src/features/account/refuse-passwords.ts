import { Forbidden } from '../../platform/errors.ts';

/** Throws where the hospital has people sign in by single sign-on only: a password would be of no use to them. */
export function refusePasswords({ singleSignOnOnly }: { singleSignOnOnly: boolean }): void {
  if (singleSignOnOnly)
    throw new Forbidden(
      'Passwords are not used here. Sign in by single sign-on, with the e-mail address you have here.',
    );
}
