/** Entities of a text in which tags mean nothing (`<title>`), decoded by the tokenizer's own table. */
import { Tokenizer } from 'htmlparser2';

/** Decodes HTML entities; everything else is kept as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  // Inside a quoted attribute value the tokenizer decodes entities and nothing else; so the text is read
  // as one, its own quotes written as entities.
  const value = text.replaceAll('"', '&#34;');
  const parts: string[] = [];
  const buffer = `<a b="${value}">`;
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onattribdata: (start, end) => {
        parts.push(buffer.slice(start, end));
      },
      onattribentity: (codePoint) => {
        parts.push(String.fromCodePoint(codePoint));
      },
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      onclosetag: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onopentagname: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
      ontext: nothing,
      ontextentity: nothing,
    },
  );
  tokenizer.write(buffer);
  tokenizer.end();
  return parts.join('');
}
