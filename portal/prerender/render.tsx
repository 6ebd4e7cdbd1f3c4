import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'

import { Portal } from '../app/portal.tsx'
import { readyScreen } from '../app/screens.ts'
import { Spinner } from '../../ui/components/spinner.tsx'
import { wordsOf } from '../words/language.ts'
import { startWords } from '../../ui/words/word-store.ts'
import type { Language } from '../../contract/languages.ts'
import { type PrerenderedPage, wordsOfPage } from './pages.ts'

/** The markup that the browser will hydrate. */
export async function renderPage(page: PrerenderedPage, language: Language): Promise<string> {
  await startWords(language, page.words)
  await readyScreen(page.path)
  return renderToString(
    <StaticRouter location={page.path}>
      <Portal />
    </StaticRouter>,
  )
}

export async function renderUserFrame(language: Language): Promise<string> {
  await startWords(language, wordsOfPage('/user'))
  const { default: UserFrame } = await import('../app/user-frame.tsx')
  return renderToString(<UserFrame />)
}

export async function renderShell(language: Language): Promise<string> {
  await startWords(language, wordsOfPage('/'))
  return renderToString(<Spinner label={wordsOf('base')('loading')} />)
}
