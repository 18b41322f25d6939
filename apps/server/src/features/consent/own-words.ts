/** First line of what mail programs quote below an answer: "On Monday Orla wrote:", "> …", "-----Original Message-----". */
const QUOTE_BEGINS =
  /^\s*(>|-{3,}\s*\p{L}|_{8,}|(On|Le|El|W dniu|Dnia|في|بتاريخ)\b.{0,200}(wrote|écrit|escribió|napisał\w*|كتب)\s?:?\s*$|(From|De|Od|Von|من)\s?:\s)/iu;
/** The foot of our own e-mails speaks of wanting no more of them. */
const OWN_LINK = /\/(unsubscribe|feedback|preferences)\//;
/** How phones send a reaction to a text: it quotes the text, and says nothing else. */
const REACTION =
  /^\s*(liked|loved|disliked|laughed at|emphasi[sz]ed|questioned|reacted \S+ to|a aimé|le gustó|polubi\w+)\s+[“"«„].*[”"»]\s*$/isu;

/** What the person wrote themselves. We ask people to send STOP: our own words, quoted back, must not opt them out. */
export function ownWords(text: string): string {
  if (REACTION.test(text)) return '';
  const lines = text.split(/\r?\n/);
  const quoteAt = lines.findIndex((line) => QUOTE_BEGINS.test(line));
  return (quoteAt === -1 ? lines : lines.slice(0, quoteAt)).filter((line) => !OWN_LINK.test(line)).join('\n');
}
