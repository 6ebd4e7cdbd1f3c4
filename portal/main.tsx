import './styles/base.css'

import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'

import { showAccent } from './app/accent-style.ts'
import { FailureScreen } from './app/failure-screen.tsx'
import { Portal } from './app/portal.tsx'
import { prefetchNext } from './app/prefetch.ts'
import { readyScreen, readyUserFrame } from './app/screens.ts'
import { configureBrand } from './brand/brand.ts'
import { readPageStart } from './brand/read-brand.ts'
import { followSystemScheme } from './components/scheme.ts'
import { configureClient } from './http/client.ts'
import { loadChunk } from './http/load-chunk.ts'
import { currentLanguage, startWords, wordsOf } from './locales/language.ts'
import { wordsOfPage } from './prerender/pages.ts'
import { configureFailureTexts } from './session/failure-notice.ts'
import { holdInstallPrompt } from './session/install-prompt.ts'
import { start } from './session/start.ts'
import { followOtherTabs } from './session/tabs.ts'
import { keepPageAlone } from './state/page-alone.ts'

const page = readPageStart()
const root = document.getElementById('root')!
const isDemo = /^\/demo\/?$/i.test(location.pathname)
const prerendered = root.dataset['page'] === location.pathname

if (isDemo) keepPageAlone()
configureClient({ language: currentLanguage })
configureBrand({ setAccent: (accent) => void showAccent(accent) })
configureFailureTexts((failure) => wordsOf('base')(failure === 'user_info' ? 'userInfoFailed' : 'configFailed'))
followSystemScheme()
followOtherTabs()
holdInstallPrompt()

void begin()

async function begin(): Promise<void> {
  try {
    await loadChunk(() => startWords(page.language, wordsOfPage(location.pathname)))
    if (isDemo) return createRoot(root).render(await openDemo())
    void start()
    if (prerendered) await readyScreen(location.pathname)
    if ('frame' in root.dataset) await readyUserFrame()
    render()
    if (prerendered) prefetchNext(location.pathname)
  } catch (error) {
    createRoot(root).render(<FailureScreen error={error} language={page.language} />)
  }
}

async function openDemo(): Promise<ReactNode> {
  const demo = await loadChunk(() => import('./demo/open-demo.tsx'))
  return loadChunk(() => demo.openDemo())
}

function render(): void {
  // Without transitions: with them the old screen stays, and no spinner shows, while the next one's chunk hangs.
  const portal = (
    <BrowserRouter useTransitions={false}>
      <Portal />
    </BrowserRouter>
  )
  if (prerendered) hydrateRoot(root, portal)
  else createRoot(root).render(portal)
}
