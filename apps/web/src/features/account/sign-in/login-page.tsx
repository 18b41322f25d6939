import classes from '../account-frame.module.css';
import { LoginInformation } from './login-information.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function LoginPage() {
  return (
    <div className={classes.screen}>
      <main className={classes.side}>
        <SignInForm />
      </main>
      <LoginInformation />
    </div>
  );
}
