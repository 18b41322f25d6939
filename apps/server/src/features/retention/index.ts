export { APPLY_RETENTION, applyRetention } from './apply-retention.ts';
