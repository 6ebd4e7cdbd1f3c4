/** What a spreadsheet would run, and placeholders. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|\{\{/

/** A tag, or what a spreadsheet would run. */
export function looksLikeMarkup(text: string): boolean {
  return FORMULA.test(text) || /<\/?[a-z!]/i.test(beforeLastEnd(text))
}

export function hasHtml(text: string): boolean {
  return /<\/?[a-z]/i.test(beforeLastEnd(text))
}

/** What begins in it also ends. One expression for both ends would look for the second one again from each beginning. */
function beforeLastEnd(text: string): string {
  return text.slice(0, Math.max(0, text.lastIndexOf('>')))
}
