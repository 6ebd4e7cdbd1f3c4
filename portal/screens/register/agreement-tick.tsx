import { lazy, type MouseEvent, Suspense, useState } from 'react'

import { Checkbox } from '../../../ui/components/auth/checkbox.tsx'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { isHosted, usePageAddress } from '../../session/hosted-address.ts'
import { useConfigState } from '../../state/config.ts'
import { useWords } from '../../words/language.ts'
import type { Reading } from './agreement-sheet.tsx'

/** The default page of an installation, until the configuration names another one. */
const HOSTED = '/hosted/agreement'
const NAME = 'agreement'

const AgreementSheet = lazy(() => loadChunk(() => import('./agreement-sheet.tsx')))

type Problems = Readonly<Partial<Record<string, string>>>

/** The tick and its two texts. Who sends the form with nothing but the tick missing is asked in the sheet of the text. */
export function AgreementTick({ problems }: { problems: Problems }) {
  const t = useWords('register')
  const addressOf = usePageAddress()
  const address = useConfigState((state) => state.dailiConfig.agreement_url) ?? HOSTED
  const url = addressOf(address)
  const [form, setForm] = useState<HTMLElement | null>(null)
  const [reading, setReading] = useState<Reading | null>(null)
  const [isNeeded, setNeeded] = useState(false)
  const [seen, setSeen] = useState(problems)
  const open = (next: Reading) => {
    setNeeded(true)
    setReading(next)
  }
  if (problems !== seen) {
    setSeen(problems)
    if (isHosted(address) && isOnly(problems)) open({ text: NAME, isLast: true })
  }
  const agree = () => {
    setReading(null)
    const tick = form?.querySelector<HTMLInputElement>(`[name="${NAME}"]`)
    // As if pressed, so that the form notices.
    if (tick && !tick.checked) tick.click()
    if (reading?.isLast) tick?.form?.requestSubmit()
  }
  const link = (text: Reading['text']) => (
    <a
      href={text === 'privacy' ? `${url}#privacy` : url}
      target="_blank"
      rel="noreferrer"
      // Another site's page may refuse a frame, so it opens in another window.
      onClick={isHosted(address) ? (event) => openHere(event, () => open({ text, isLast: false })) : undefined}
    >
      {t(text)}
    </a>
  )
  const [before, between, after] = t('agree', { agreement: '|', privacy: '|' }).split('|')
  return (
    <div ref={setForm}>
      <Checkbox
        name={NAME}
        error={problems[NAME] === undefined ? undefined : t('agreeFirst')}
        label={
          <>
            {before}
            {link('agreement')}
            {between}
            {link('privacy')}
            {after}
          </>
        }
      />
      {isNeeded ? (
        <Suspense fallback={null}>
          <AgreementSheet reading={reading} url={url} onAgree={agree} onClose={() => setReading(null)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** A press with a modifier key keeps its meaning. */
function openHere(event: MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  open()
}

function isOnly(problems: Problems): boolean {
  const named = Object.keys(problems).filter((name) => problems[name] !== undefined)
  return named.length === 1 && named[0] === NAME
}
