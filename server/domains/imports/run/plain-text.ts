/** Tags that begin a new line. */
const BREAKS = /^(?:br|\/p|\/div|\/h[1-6]|\/li|\/tr|hr)$/
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** What the panels show only to users with a plan. Help pages here are open to everybody, so it must not get there. */
const FOR_MEMBERS = /<!--\s*access start\s*-->[^]*?(?:<!--\s*access end\s*-->|$)/gi

export const hasMembersPart = (text: string) => text.search(FOR_MEMBERS) !== -1

/**
 * The words of a text with HTML and placeholders; links and pictures stay as addresses. Strangers wrote it, so no
 * expression here may look through the rest of the text from more than one place.
 */
export function plainText(text: string, max: number): string {
  const plain = withoutTags(withoutHidden(text.replaceAll(FOR_MEMBERS, '')))
    .replaceAll(/\{\{\s*\w+\s*\}\}/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_whole, name: string) => ENTITIES[name]!)
    .replaceAll('\r', '')
    // A sign that PostgreSQL has no place for, and others that nobody sees.
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return [...plain].slice(0, max).join('').trim()
}

/** On one line. */
export function plainTitle(text: string, max: number): string {
  const line = plainText(text, max * 4).replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
  return [...line.trim()].slice(0, max).join('').trim()
}

const HIDDEN: readonly [begin: RegExp, end: RegExp][] = [
  [/<!--/g, /-->/g],
  [/<script\b/gi, /<\/script\s*>/gi],
  [/<style\b/gi, /<\/style\s*>/gi],
]

/** Comments, programs and styles are no words. One without an end stays. */
function withoutHidden(text: string): string {
  return HIDDEN.reduce((rest, [begin, end]) => withoutBetween(rest, begin, end), text)
}

function withoutBetween(text: string, begin: RegExp, end: RegExp): string {
  let kept = ''
  let at = 0
  for (;;) {
    begin.lastIndex = at
    const from = begin.exec(text)
    if (!from) break
    end.lastIndex = begin.lastIndex
    if (!end.test(text)) break
    kept += text.slice(at, from.index)
    at = end.lastIndex
  }
  return kept + text.slice(at)
}

function withoutTags(text: string): string {
  let link = ''
  return text.replaceAll(/<\/?[a-z][^<>]*>/gi, (tag) => {
    const [, name = ''] = /^<(\/?[a-z][a-z0-9]*)/i.exec(tag.toLowerCase()) ?? []
    if (name === 'a') link = addressIn(tag, /\bhref\s*=\s*["']?(https?:\/\/[^"'\s>]+)/i)
    if (name === 'img') return spaced(addressIn(tag, /\bsrc\s*=\s*["']?(https?:\/\/[^"'\s>]+)/i))
    if (name === '/a') {
      const address = link
      link = ''
      return spaced(address)
    }
    if (name === '/td' || name === '/th') return ' '
    return BREAKS.test(name) ? '\n' : ''
  })
}

const spaced = (address: string) => (address === '' ? '' : ` ${address} `)

function addressIn(tag: string, attribute: RegExp): string {
  return attribute.exec(tag)?.[1] ?? ''
}
