// `npm run trust` runs every row of scripts/trust/rows.ts and writes what it counted into docs/trust.md. With names of
// rows it runs those and replaces theirs; `--scale 0.01` takes a hundredth of everything.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { parseArgs } from 'node:util'

import { endAllOnSignal } from '../test/end-on-signal.ts'
import { tell, writeTold } from './trust/doc.ts'
import type { Outcome } from './trust/row.ts'
import { rows } from './trust/rows.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '1' } },
})
const scale = Number(values.scale)
const names = positionals.length > 0 ? positionals : Object.keys(rows)
const unknown = names.filter((name) => !Object.hasOwn(rows, name))

if (unknown.length > 0 || !(scale > 0 && scale <= 1)) {
  console.error(`Which rows, and at which scale up to 1? ${Object.keys(rows).join(', ')}`)
  process.exitCode = 2
} else if (process.send) {
  void endAllOnSignal()
  const outcome = await rows[names[0]!]!.run(scale)
  process.send(outcome, () => process.exit(0))
} else {
  for (const name of names) await runRow(name)
}

/** In a process of its own: its memory is measured, and what it breaks must not end the other rows. */
async function runRow(name: string): Promise<void> {
  console.log(`\n${name}: ${rows[name]!.figure}`)
  const startedAt = performance.now()
  const child = fork(import.meta.filename, [name, '--scale', String(scale)], { execArgv: ['--expose-gc'] })
  let outcome: Outcome | undefined
  child.on('message', (told) => void (outcome = told as Outcome))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  const ended = { counts: '', problems: [`its process ended with ${code ?? signal}`] }
  const told = tell(name, outcome ?? ended, scale, (performance.now() - startedAt) / 1000)
  console.log(`  ${told.counted}\n  ${told.run}`)
  if (!outcome || outcome.problems.length > 0) process.exitCode = 1
  await writeTold(rows, [told])
}
