import { useSyncExternalStore } from 'react'

import { DEFAULT_LANGUAGE, type Language } from '../../contract/languages.ts'
import { useConfigState } from '../state/config.ts'
import { fill, folders, type Part, type Translate } from './words.ts'

type Table = Readonly<Record<string, string>>
export type WordFile = { default: Table }
type WordFiles = Record<string, () => Promise<WordFile>>
type Chosen = { language: Language; tables: ReadonlyMap<Part, Table>; say: ReadonlyMap<Part, Translate<Part>> }

/** What the entry and the public screens say. The words of the user area join when its code comes: user-words.ts. */
const files: WordFiles = import.meta.glob<WordFile>(
  './{zh-cn,zh-tw,en}/{account,agentpay,base,inner,login,monitor,monitorlogin,online,paying,recover,reg,user}.ts',
)
const listeners = new Set<() => void>()
let switches = 0
let chosen: Chosen = { language: DEFAULT_LANGUAGE, tables: new Map(), say: new Map() }

export function addWordFiles(more: WordFiles): void {
  Object.assign(files, more)
}

export function currentLanguage(): Language {
  return chosen.language
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage, currentLanguage)
}

/** The words of a part. Its loader must have run: main.tsx loads the first parts, a screen's loader its own. */
export function useWords<P extends Part>(part: P): Translate<P> {
  const look = () => wordsOf(part)
  return useSyncExternalStore(subscribe, look, look)
}

/** The same outside of a component. */
export function wordsOf<P extends Part>(part: P): Translate<P> {
  const say = chosen.say.get(part)
  if (!say) throw new Error(`words of "${part}" are not loaded`)
  return say as Translate<P>
}

export function hasWords(...parts: readonly Part[]): boolean {
  return parts.every((part) => chosen.tables.has(part))
}

export async function loadWords(...parts: readonly Part[]): Promise<void> {
  const { language } = chosen
  if (hasWords(...parts)) return
  const missing = parts.filter((part) => !chosen.tables.has(part))
  const loaded = await readTables(language, missing)
  // The reader may have switched while these were on their way: then fetch them again in the new language.
  if (chosen.language !== language) return loadWords(...parts)
  apply(language, new Map([...chosen.tables, ...loaded]))
}

/** The page's own language, before anything is rendered. */
export async function startWords(language: Language, parts: readonly Part[]): Promise<void> {
  apply(language, await readTables(language, parts))
}

/**
 * Fetches every part in use before anything changes, so that no screen shows two languages at once. Answers whether the
 * language is this one now: of two quick switches only the later counts.
 */
export async function switchLanguage(language: Language): Promise<boolean> {
  const own = ++switches
  const tables = new Map<Part, Table>()
  // Again and again: a screen may have loaded its words meanwhile.
  const missing = () => [...chosen.tables.keys()].filter((part) => !tables.has(part))
  try {
    while (missing().length > 0) {
      for (const [part, table] of await readTables(language, missing())) tables.set(part, table)
    }
  } catch (error) {
    if (own === switches) throw error
  }
  if (own !== switches) return false
  apply(language, tables)
  return true
}

async function readTables(language: Language, parts: readonly Part[]): Promise<Map<Part, Table>> {
  const read = async (part: Part) => {
    const file = files[`./${folders[language]}/${part}.ts`]
    if (!file) throw new Error(`no words for "${part}" in ${language}`)
    return [part, (await file()).default] as const
  }
  return new Map(await Promise.all(parts.map(read)))
}

function apply(language: Language, tables: ReadonlyMap<Part, Table>): void {
  // A balance is called what the brand calls it, in every text.
  const balance = tables.get('base')?.[useConfigState.getState().balanceName === '鱼币' ? 'coins' : 'balance'] ?? ''
  const speak = (table: Table) =>
    ((key: string, values?: Record<string, string | number>) =>
      fill(table[key] ?? key, { balance, ...values })) as Translate<Part>
  chosen = { language, tables, say: new Map([...tables].map(([part, table]) => [part, speak(table)])) }
  for (const listener of listeners) listener()
}

useConfigState.subscribe((now, before) => {
  if (now.balanceName !== before.balanceName) apply(chosen.language, chosen.tables)
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
