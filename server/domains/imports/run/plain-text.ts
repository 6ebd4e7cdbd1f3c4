const BREAKS = /<(?:br|\/p|\/div|\/h[1-6]|\/li|\/tr|hr)\b[^>]*>/gi
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** What the panels show only to users with a plan. Help pages here are open to everybody, so it must not get there. */
const FOR_MEMBERS = /<!--\s*access start\s*-->[^]*?(?:<!--\s*access end\s*-->|$)/gi

export const hasMembersPart = (text: string) => text.search(FOR_MEMBERS) !== -1

/** The words of a text with HTML and placeholders; links and pictures stay as addresses. */
export function plainText(text: string, max: number): string {
  const plain = text
    .replaceAll(FOR_MEMBERS, '')
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/<(script|style)\b[^]*?<\/\1\s*>/gi, '')
    .replaceAll(/<a\b[^>]*?href\s*=\s*["']?(https?:\/\/[^"'\s>]+)["']?[^>]*>([^<]*)<\/a\s*>/gi, '$2 $1 ')
    .replaceAll(/<img\b[^>]*?src\s*=\s*["']?(https?:\/\/[^"'\s>]+)["']?[^>]*>/gi, ' $1 ')
    .replaceAll(/<\/t[dh]\b[^>]*>/gi, ' ')
    .replaceAll(BREAKS, '\n')
    .replaceAll(/<\/?[a-z][^>]*>/gi, '')
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
