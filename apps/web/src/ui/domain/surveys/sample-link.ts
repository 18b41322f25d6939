import { SUB_PATH } from '../../../api/sub-path.ts';

/** A link to a survey, for previews of texts. It is as long as a real one, so that the count of the SMS is right. */
export const SAMPLE_LINK = `${window.location.origin}${SUB_PATH}/feedback/${'x'.repeat(27)}`;
