import classes from '../account-frame.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** The sign-in form alone, without the information about the product. */
export function RealLoginPage() {
  return (
    <main className={classes.plain}>
      <SignInForm />
    </main>
  );
}
