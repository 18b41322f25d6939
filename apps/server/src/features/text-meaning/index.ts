export { ownWords } from './own-words.ts';
export { understandText, type TextMeaning, type UnderstoodText } from './understand-text.ts';
export { commentHasWordsOfHarm } from './words-of-harm.ts';
