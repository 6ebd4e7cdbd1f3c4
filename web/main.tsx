import './styles/base.css'

import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'

import { showAccent } from './app/accent-style.ts'
import { FailureScreen } from './app/failure-screen.tsx'
import { Portal } from './app/portal.tsx'
import { prefetchUserArea } from './app/prefetch.ts'
import { readyScreen } from './app/screens.ts'
import { configureBrand } from './brand/brand.ts'
import { readPageStart } from './brand/read-brand.ts'
import { followSystemScheme } from './components/scheme.ts'
import { configureClient } from './http/client.ts'
import { loadChunk } from './http/load-chunk.ts'
import { currentLanguage, startWords, wordsOf } from './locales/language.ts'
import { wordsOfPage } from './prerender/pages.ts'
import { configureFailureTexts } from './session/failure-notice.ts'
import { start } from './session/start.ts'
import { followOtherTabs } from './session/tabs.ts'

const page = readPageStart()
const root = document.getElementById('root')!
const prerendered = root.dataset['page'] === location.pathname

configureClient({ language: currentLanguage })
configureBrand({ setAccent: (accent) => void showAccent(accent) })
configureFailureTexts((failure) => wordsOf('base')(failure === 'user_info' ? 'userInfoFailed' : 'configFailed'))
followSystemScheme()
followOtherTabs()

void begin()

async function begin(): Promise<void> {
  try {
    await loadChunk(() => startWords(page.language, wordsOfPage(location.pathname)))
    void start()
    if (prerendered) await readyScreen(location.pathname)
    render()
    if (prerendered) prefetchUserArea()
  } catch (error) {
    createRoot(root).render(<FailureScreen error={error} language={page.language} />)
  }
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
