import type { Plugin } from 'vite'

import { nextTask } from '../device/next-task.ts'

/**
 * Gives the browser a break after one file: files that import it run in a separate task. Changes the finished file,
 * because the bundler would split every importer of a module with a top-level await into one more file.
 */
export function restAfter(name: string): Plugin {
  return {
    name: 'rest-after',
    apply: 'build',
    renderChunk: (code, chunk) => (chunk.name === name ? `${code}\nawait (${nextTask.toString()})()\n` : null),
  }
}
