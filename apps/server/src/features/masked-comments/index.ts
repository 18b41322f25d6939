export { maskCommentsOf, maskOldest, MASK_WAITING_COMMENTS, maskWaitingComments } from './mask-comments.ts';
