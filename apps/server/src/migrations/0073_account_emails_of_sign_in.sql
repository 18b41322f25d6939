-- People are told by e-mail when their password was used although single sign-on is asked for, and when somebody else has
-- switched off their two-step sign-in.
alter table account_emails
  drop constraint account_emails_kind_check,
  add constraint account_emails_kind_check check (kind in (
    'password_reset', 'registered', 'already_registered', 'password_changed', 'confirm_registration', 'registration_waiting',
    'registration_granted', 'registration_refused', 'account_invitation', 'emergency_sign_in', 'two_step_reset'));
