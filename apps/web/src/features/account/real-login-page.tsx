import classes from './account-frame.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** Signing in without a word about the product, for those who know it. */
export function RealLoginPage() {
  return (
    <main className={classes.plain}>
      <SignInForm />
    </main>
  );
}
