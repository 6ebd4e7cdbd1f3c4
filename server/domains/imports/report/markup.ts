/** A tag, or what a spreadsheet would run. */
const MARKUP = /<\/?[a-z!][^>]*>|^\s*[=+\-@＝＋－＠]|\{\{/i

export function looksLikeMarkup(text: string): boolean {
  return MARKUP.test(text)
}

export function hasHtml(text: string): boolean {
  return /<\/?[a-z][^>]*>/i.test(text)
}
