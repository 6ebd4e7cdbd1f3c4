import './react-first.ts'
import '../ui/styles/base.css'
import { startTransition, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'

import { FailureScreen } from '../ui/components/error-boundary.tsx'
import { stopInstallPrompt } from '../ui/device/native-wrapper.ts'
import { nextTask } from '../ui/device/next-task.ts'
import { readPageStart } from '../ui/device/page.ts'
import { followSystemScheme } from '../ui/device/scheme.ts'
import { keepPageAlone } from '../ui/device/storage.ts'
import { followOtherTabs } from '../ui/device/tabs.ts'
import { loadChunk } from '../ui/http/load-chunk.ts'
import { showAccent } from '../ui/theme/accent-style.ts'
import { startWords } from '../ui/words/word-store.ts'
import { readyUserArea } from './app/load-user-area.ts'
import { Portal } from './app/portal.tsx'
import { prefetchNext } from './app/prefetch.ts'
import { readyScreen } from './app/screens.ts'
import { configureCalls } from './session/configure-calls.ts'
import { configureFailureTexts } from './session/failure-toast.ts'
import { enterFirst, firstInfo, start } from './session/start.ts'
import { configureBrand } from './state/brand.ts'
import { wordsOf } from './words/language.ts'

const page = readPageStart()
const root = document.getElementById('root')!
const isDemo = /^\/demo\/?$/i.test(location.pathname)
const prerendered = root.dataset['page'] === location.pathname

if (isDemo) keepPageAlone()
configureCalls()
configureBrand({ setAccent: (accent) => void showAccent(accent) })
configureFailureTexts((failure) => wordsOf('base')(failure === 'user_info' ? 'userInfoFailed' : 'configFailed'))
followSystemScheme()
followOtherTabs()
stopInstallPrompt()

void begin()

async function begin(): Promise<void> {
  try {
    await loadChunk(() => startWords(page.language, root.dataset['words']?.split(' ') ?? ['base']))
    if (isDemo) return createRoot(root).render(await openDemo())
    void start()
    if (prerendered) await readyScreen(location.pathname)
    if ('frame' in root.dataset) await readyUser()
    await nextTask()
    render()
    if (prerendered) prefetchNext(location.pathname, root.dataset['ahead']?.split(' ') ?? [])
  } catch (error) {
    createRoot(root).render(<FailureScreen error={error} language={page.language} />)
  }
}

/** Loads code and first answers together. A user who may not enter does not wait for the code. */
async function readyUser(): Promise<void> {
  const code = readyUserArea(location.pathname)
  // Awaited below, or dropped when the page is left.
  code.catch(() => {})
  if ((await enterFirst(location)) !== 'pass') return
  await code
  if (root.querySelector('[data-glance]')) await firstInfo()
}

async function openDemo(): Promise<ReactNode> {
  const demo = await loadChunk(() => import('./demo/open-demo.tsx'))
  return loadChunk(() => demo.openDemo())
}

function render(): void {
  // Without transitions: with them the old screen stays, and no spinner shows, while the next screen's chunk hangs.
  const portal = (
    <BrowserRouter useTransitions={false}>
      <Portal />
    </BrowserRouter>
  )
  // A transition works in short pieces, so it does not delay typing.
  if (prerendered) startTransition(() => void hydrateRoot(root, portal))
  else createRoot(root).render(portal)
}
