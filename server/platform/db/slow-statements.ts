import { currentPatience } from './patience.ts'

/** The statement's name, or the beginning of its text. It never contains values: they are sent separately. */
export type SlowStatement = { statement: string; ms: number; reqId: string | null }
export type SlowWatch = { fromMs: number; tell(slow: SlowStatement): void }

const SHOWN = 200

/** Starts a statement's clock; call the returned function when the statement is over. */
export function timeStatement(
  watch: SlowWatch | undefined,
  { name, text }: { name?: string; text: string },
): () => void {
  if (!watch) return () => {}
  const startedAt = performance.now()
  return () => {
    const ms = Math.round(performance.now() - startedAt)
    if (ms < watch.fromMs) return
    const statement = name ?? text.replaceAll(/\s+/g, ' ').slice(0, SHOWN)
    watch.tell({ statement, ms, reqId: currentPatience()?.reqId ?? null })
  }
}
