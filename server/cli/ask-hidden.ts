import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

import { UsageError } from './command.ts'

/** Whether somebody sits there. */
export const canAsk = () => process.stdin.isTTY && process.stderr.isTTY

/** Asks on the terminal and shows nothing of the answer. */
export async function askHidden(question: string): Promise<string> {
  if (!canAsk()) {
    throw new UsageError('There is no terminal to ask at: set SOURCE_PASSWORD to the password of that database')
  }
  process.stderr.write(question)
  // The terminal itself is asked not to echo; what readline would draw goes nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
