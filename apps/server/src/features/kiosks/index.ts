export { forgetKioskForm, readKioskForm, readKioskSecret, setKioskForm } from './kiosk-cookies.ts';
export { newForm, readForm } from './kiosk-form.ts';
export { endKiosksOf } from './kiosks.queries.ts';
export { kioskRoutes } from './kiosks.routes.ts';
export { openKiosk, type KioskState, type OpenedKiosk } from './open-kiosk.ts';
export { isTaken, submitAtKiosk } from './submit-at-kiosk.ts';
