import '../ui/styles/base.css'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'

import { FailureScreen } from '../ui/components/error-boundary.tsx'
import { readPageStart } from '../ui/device/page.ts'
import { followSystemScheme } from '../ui/device/scheme.ts'
import { configureClient } from '../ui/http/client.ts'
import { loadChunk } from '../ui/http/load-chunk.ts'
import { currentLanguage, startWords } from '../ui/words/word-store.ts'
import { ConsoleApp } from './app/console-app.tsx'
import { place } from './session/office.ts'
import { loadSession } from './session/session.ts'
import './words/language.ts'

const { language } = readPageStart()
const root = createRoot(document.getElementById('root')!)

configureClient({ language: currentLanguage })
followSystemScheme()
void begin()

async function begin(): Promise<void> {
  try {
    // Load both at once: the page shows nothing before it has its words and knows who is signed in.
    const session = loadSession()
    await loadChunk(() => startWords(language, ['base', 'nav', 'shell']))
    await session
    // No transitions: with them the old screen would stay, without a spinner, while the next chunk hangs.
    root.render(
      <BrowserRouter basename={place.base} useTransitions={false}>
        <ConsoleApp />
      </BrowserRouter>,
    )
  } catch (error) {
    root.render(<FailureScreen error={error} language={language} />)
  }
}
