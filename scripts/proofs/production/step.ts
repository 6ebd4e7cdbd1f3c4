import type { Step } from './doc-steps.ts'

export type StepOf = (title: string, work: () => Promise<unknown>) => Promise<void>

export async function step(title: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  try {
    await work()
  } catch (error) {
    console.log(`FAIL    ${title}`)
    throw error
  }
  console.log(`  ok    ${title} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
}

/** Types the lines of a document. */
export async function follow({ title, script }: Step, run: (script: string) => Promise<string>): Promise<void> {
  await step(title, () => run(script))
  for (const line of script.trimEnd().split('\n')) console.log(`          ${line}`)
}
