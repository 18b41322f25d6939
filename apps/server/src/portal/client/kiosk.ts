import { forgetPerson } from './forget-person.ts';
import { returnToStart } from './return-to-start.ts';

/*
 * The script of the pages of a kiosk, in addition to portal.ts. Without it the browser's own refresh goes back to the start.
 */
const settings = document.body.dataset;
forgetPerson(settings);
returnToStart(settings);
