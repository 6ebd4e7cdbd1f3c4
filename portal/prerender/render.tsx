import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'

import type { Language } from '../../contract/languages.ts'
import { Spinner } from '../../ui/components/spinner.tsx'
import { startWords } from '../../ui/words/word-store.ts'
import { Portal } from '../app/portal.tsx'
import { readyScreen } from '../app/screens.ts'
import en from '../words/en/user.ts'
import { wordsOf } from '../words/language.ts'
import zhCn from '../words/zh-cn/user.ts'
import zhTw from '../words/zh-tw/user.ts'
import { type PrerenderedPage, wordsOfPage } from './pages.ts'

/** The markup that the browser hydrates. */
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

const words: Record<Language, Record<string, string>> = { 'zh-CN': zhCn, 'zh-TW': zhTw, en }

/** The frame of the first page, with a card that is filled in as soon as the user's information is there. */
export async function renderUserHome(language: Language): Promise<string> {
  await startWords(language, wordsOfPage('/user'))
  const { default: UserFrame } = await import('../app/user-frame.tsx')
  return renderToString(
    <StaticRouter location="/user">
      <UserFrame glance={words[language]} />
    </StaticRouter>,
  )
}

export async function renderShell(language: Language): Promise<string> {
  await startWords(language, wordsOfPage('/'))
  return renderToString(<Spinner label={wordsOf('base')('loading')} />)
}
