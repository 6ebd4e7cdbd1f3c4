import type { Plugin } from 'vite'

import { nextTask } from '../device/next-task.ts'

/**
 * Lets the browser breathe after one file: those that import it run in a task of their own. Written into the finished file,
 * because for a module that waits the bundler makes one more file of each that imports it.
 */
export function restAfter(name: string): Plugin {
  return {
    name: 'rest-after',
    apply: 'build',
    renderChunk: (code, chunk) => (chunk.name === name ? `${code}\nawait (${nextTask.toString()})()\n` : null),
  }
}
