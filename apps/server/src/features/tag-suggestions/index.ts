export { LEARN_TAGS, learnNightly } from './learn-nightly.ts';
export { suggestTags } from './suggest-tags.ts';
export { deleteRefusedTags, insertRefusedTags } from './tag-suggestions.queries.ts';
