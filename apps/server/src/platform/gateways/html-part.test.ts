import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { htmlPart, type LetterToPatient } from './html-part.tsx';

const LINK = 'https://wardvoice.example/feedback/abc123';
const letter: LetterToPatient = {
  text: `Dear Órla,\nhow was your visit?\n\n${LINK}\n\nWrite to us at https://hospital.example/help.\n\nNo more e-mails? https://wardvoice.example/unsubscribe/xyz\n`,
  language: 'en',
  hospital: 'Saint Brendan’s',
  logoUrl: null,
  buttonFor: 'https://wardvoice.example/feedback/',
};

type Node = { nodeName: string; value?: string; attrs?: { name: string; value: string }[]; childNodes?: Node[] };
const allNodes = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(allNodes)];
const attribute = ({ attrs = [] }: Node, wanted: string) => attrs.find(({ name }) => name === wanted)?.value;

function read(html: string) {
  const nodes = allNodes(parse(html));
  const words = nodes.flatMap(({ nodeName, value }) => (nodeName === '#text' ? (value ?? '').split(/\s+/) : []));
  const links = nodes.filter(({ nodeName }) => nodeName === 'a').map((node) => attribute(node, 'href'));
  return { nodes, words: words.filter(Boolean), links };
}

describe('the HTML of an e-mail', () => {
  it('says every word of the plain text, and has the same links and no other', () => {
    const { words, links } = read(htmlPart(letter));
    const inText = letter.text.split(/\s+/).filter(Boolean);
    expect(inText.filter((word) => !words.includes(word) && !words.includes(word.replace(/[.]$/, '')))).toEqual([]);
    expect([...new Set(links)]).toEqual([
      LINK,
      'https://hospital.example/help',
      'https://wardvoice.example/unsubscribe/xyz',
    ]);
  });

  it('has a button for the survey, in the language of the person', () => {
    expect(htmlPart(letter)).toContain('>Answer the survey</a>');
    const arabic = htmlPart({ ...letter, language: 'ar' });
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
    expect(arabic).toContain('>الإجابة عن الاستبيان</a>');
    expect(htmlPart({ ...letter, text: `See ${LINK} please.` })).not.toContain('Answer the survey');
  });

  it('has the logo with the name of the hospital, and fetches nothing else', () => {
    const logoUrl = 'https://wardvoice.example/api/v1/logos/0123';
    const { nodes } = read(htmlPart({ ...letter, logoUrl }));
    const pictures = nodes.filter(({ nodeName }) => nodeName === 'img');
    expect(pictures.map((node) => [attribute(node, 'src'), attribute(node, 'alt')])).toEqual([
      [logoUrl, letter.hospital],
    ]);
    expect(nodes.filter(({ nodeName }) => ['script', 'link', 'style', 'iframe'].includes(nodeName))).toEqual([]);
    expect(read(htmlPart(letter)).words).toEqual(expect.arrayContaining(['Saint', 'Brendan’s']));
  });

  it('shows what people have written as text', () => {
    const html = htmlPart({
      ...letter,
      text: 'Dear <img src=x onerror=alert(1)>,\n\n"&amp;" https://a.example/?q="><b>',
    });
    const { nodes, words } = read(html);
    expect(nodes.filter(({ nodeName }) => ['img', 'b'].includes(nodeName))).toEqual([]);
    expect(words).toEqual(expect.arrayContaining(['<img', 'onerror=alert(1)>,', '"&amp;"']));
  });
});
