export { noticeRoutes } from './notices.routes.ts';
export { planStaffNotices } from './plan-staff-notices.ts';
export { SEND_DIGEST, sendDigest, START_DUE_DIGESTS, startDueDigests } from './send-digest.ts';
export { findWaysToHear } from './ways-to-hear.ts';
export { withoutStoppedPhones } from './without-stopped-phones.ts';
export { getHospitalLanguage } from './notices.queries.ts';
