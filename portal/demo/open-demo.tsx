import '../words/user-words.ts'
import type { ReactNode } from 'react'

import { showMessage } from '../../ui/components/toast-store.ts'
import { configureClient } from '../../ui/http/client.ts'
import { loadWords } from '../../ui/words/word-store.ts'
import { wordsOf } from '../words/language.ts'
import { chooseBrand, firstChoice } from './brands.ts'
import { DemoPortal } from './demo-portal.tsx'
import { sendToDemo } from './transport.ts'

/** What /demo shows instead of the portal. Before this, the page was set to store and send nothing. */
export async function openDemo(): Promise<ReactNode> {
  await loadWords('user', 'demo')
  configureClient({ send: sendToDemo, download: () => showMessage('info', wordsOf('demo')('noDownload')) })
  chooseBrand(firstChoice())
  return <DemoPortal />
}
