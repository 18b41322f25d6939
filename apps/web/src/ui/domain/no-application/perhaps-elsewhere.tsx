import { useSession } from '../../../api/session.ts';
import { ApplicationChoices } from './no-application.tsx';
import classes from './no-application.module.css';

/** Looks for a record that is not here in another application of this person, who may have its address from a colleague. */
export function PerhapsElsewhere() {
  const session = useSession();
  const others = session?.applications.filter(({ id }) => id !== session.application_user.application?.id) ?? [];
  if (others.length === 0) return null;
  return (
    <div className={classes.choices}>
      <ApplicationChoices choices={others} stay variant="default" />
    </div>
  );
}
