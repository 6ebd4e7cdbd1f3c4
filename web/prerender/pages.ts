import type { Part } from '../locales/words.ts'

export type PrerenderedPage = { name: string; path: string; words: readonly Part[] }

/** Pages whose HTML is made at build. The words are those the page needs at once; its HTML preloads them. */
export const prerenderedPages: readonly PrerenderedPage[] = [
  { name: 'login', path: '/login', words: ['base', 'login'] },
]

/** Every other path gets the shell: the spinner until the code is there. */
export const SHELL_NAME = 'shell'
const SHELL_WORDS: readonly Part[] = ['base']

export function wordsOfPage(path: string): readonly Part[] {
  return prerenderedPages.find((page) => page.path === path)?.words ?? SHELL_WORDS
}
