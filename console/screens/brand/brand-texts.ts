import type { OwnText } from '../../../contract/console/brand.ts'
import type { Language } from '../../../contract/languages.ts'

/** An empty field means none. */
export function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

/** No blank belongs into an address. */
export const sitesOf = (text: string) => linesOf(text).map((line) => line.trim())

/**
 * An empty language is removed; without any, our text is used again. An empty first language stays, so that the server
 * reports it.
 */
export function withText(text: OwnText | null, language: Language, body: string): OwnText | null {
  const { [language]: _before, ...others } = { ...text }
  const all = body.trim() === '' ? others : { ...others, [language]: body }
  return Object.keys(all).length === 0 ? null : { 'zh-CN': '', ...all }
}
