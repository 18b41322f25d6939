/**
 * The first line of what mail programs quote below an answer: "On Monday Orla wrote:", "> …", "-----Original
 * Message-----".
 */
const QUOTE_BEGINS =
  /^\s*(>|-{3,}\s*\p{L}|_{8,}|(On|Le|El|W dniu|Dnia|في|بتاريخ)\b.{0,200}(wrote|écrit|escribió|napisał\w*|كتب)\s?:?\s*$|(From|De|Od|Von|من)\s?:\s)/iu;
/** Links in our own e-mails, whose footer contains words for opting out. */
const OWN_LINK = /\/(unsubscribe|feedback|preferences)\//;
/** Texts by which phones send a reaction. They quote the text that was reacted to and contain nothing else. */
const REACTION =
  /^\s*(liked|loved|disliked|laughed at|emphasi[sz]ed|questioned|reacted \S+ to|a aimé|le gustó|polubi\w+)\s+[“"«„].*[”"»]\s*$/isu;

/**
 * Returns only the words that the person wrote. Our texts contain the word STOP, so a quoted one must not opt anybody
 * out.
 */
export function ownWords(text: string): string {
  if (REACTION.test(text)) return '';
  const lines = text.split(/\r?\n/);
  const quoteAt = lines.findIndex((line) => QUOTE_BEGINS.test(line));
  return (quoteAt === -1 ? lines : lines.slice(0, quoteAt)).filter((line) => !OWN_LINK.test(line)).join('\n');
}
