import { Notifications } from '@mantine/notifications';

/** Where notices are shown. */
export default function Notices() {
  return <Notifications position="bottom-right" limit={5} />;
}
