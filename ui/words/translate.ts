import type { Language } from '../../contract/languages.ts'

export const wordFolders: Record<Language, string> = { 'zh-CN': 'zh-cn', 'zh-TW': 'zh-tw', en: 'en' }

/** What a translated file must be: every key of the source, nothing else. */
export type Translation<T> = { readonly [K in keyof T]: string }

/** The names between double braces in a source text, so that a forgotten value does not compile. */
type NamesIn<S> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never
type Needed<S, Standing> = Exclude<NamesIn<S>, Standing>
type Values<S, Standing> = [Needed<S, Standing>] extends [never]
  ? []
  : [values: Record<Needed<S, Standing> & string, string | number>]
/** Says the texts of one table of words. `Standing`: values that every text gets by itself. */
export type TranslateOf<T, Standing = never> = <K extends keyof T>(key: K, ...values: Values<T[K], Standing>) => string

/** Keys whose text needs no values: what a table of entries may name. */
export type PlainKeyOf<T, Standing = never> = {
  [K in keyof T]: [Needed<T[K], Standing>] extends [never] ? K : never
}[keyof T]

export type TextValues = Readonly<Record<string, string | number>>

/**
 * `{{days}}`, or in a language that bends its words by number `{{days|day|days}}`: 1 day, 2 days. Standing values are
 * words of our own, so they must begin a sentence well.
 */
export function fill(text: string, values: TextValues = {}, standing: TextValues = {}): string {
  return text.replace(
    /\{\{(\w+)(?:\|([^|}]+)\|([^|}]+))?\}\}/g,
    (whole, name: string, one: string | undefined, other: string | undefined, at: number) => {
      const value = String(values[name] ?? standing[name] ?? whole)
      if (at === 0 && name in standing) return value.replace(/^[a-z]/, (letter) => letter.toUpperCase())
      return one ? `${value} ${value === '1' ? one : other}` : value
    },
  )
}
