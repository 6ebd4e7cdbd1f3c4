import { loadChunk } from '../http/load-chunk.ts'

let sheet: CSSStyleSheet | undefined

/**
 * Changes the colours of a page that was served with another brand. Rare, so the colour code stays out of the entry. An
 * adopted sheet comes after the page's own, and the content security policy asks for no hash or nonce.
 */
export async function showAccent(accent: string): Promise<void> {
  const { accentCss } = await loadChunk(() => import('../../contract/accent.ts'))
  sheet ??= adoptSheet()
  sheet.replaceSync(accentCss(accent))
}

function adoptSheet(): CSSStyleSheet {
  const adopted = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, adopted]
  return adopted
}
