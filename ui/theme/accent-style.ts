import { loadChunk } from '../http/load-chunk.ts'

const STYLE_ID = 'brand-style'

/**
 * Changes the colours of a page that was served with another brand. Rare, so the colour code stays out of the entry.
 * The style element keeps its nonce, so the content security policy accepts its new text.
 */
export async function showAccent(accent: string): Promise<void> {
  const { accentCss } = await loadChunk(() => import('../../contract/accent.ts'))
  const style = document.getElementById(STYLE_ID)
  if (style) style.textContent = accentCss(accent)
}
