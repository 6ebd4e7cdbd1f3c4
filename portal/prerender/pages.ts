import type { Part } from '../words/words.ts'

export type PrerenderedPage = {
  /** The server finds the page of a path by this name. */
  name: string
  path: string
  /** Words that the page needs first; its HTML preloads them. */
  words: readonly Part[]
  /** A screen outside the entry: the HTML preloads its code and includes its style. */
  screen?: string
}

/** Pages whose HTML is made at build. */
export const prerenderedPages: readonly PrerenderedPage[] = [
  { name: 'login', path: '/login', words: ['base', 'login'] },
  { name: 'reg', path: '/reg', words: ['base', 'account', 'register'], screen: 'screens/register/register-screen.tsx' },
  {
    name: 'find_pass',
    path: '/find_pass',
    words: ['base', 'account', 'recover'],
    screen: 'screens/recover/recover-screen.tsx',
  },
  {
    name: 'loginMonitor',
    path: '/loginMonitor',
    words: ['base', 'login', 'monitor-login'],
    screen: 'screens/monitor-login/monitor-login-screen.tsx',
  },
]

/** The branded frame until the code has loaded. This page serves the demo and unknown paths under /user. */
export const USER_NAME = 'user'
export const USER_FRAME = 'app/user-frame.tsx'

/**
 * The page of each child of /user has the same frame, and loads what that child needs. Lower case, because the router
 * ignores case.
 */
export const userPageName = (child: string) => `${USER_NAME}-${child.toLowerCase() || 'home'}`

/** Every other path gets the shell: a spinner until the code has loaded. */
export const SHELL_NAME = 'shell'
const SHELL_WORDS: readonly Part[] = ['base']

export function wordsOfPage(path: string): readonly Part[] {
  return prerenderedPages.find((page) => page.path === path)?.words ?? SHELL_WORDS
}
