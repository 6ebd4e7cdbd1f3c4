import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import type { ListedClient } from '../../../contract/client-list.ts'
import type { Connected } from '../../../contract/lines.ts'
import { Icon } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'
import css from './connect-card.module.css'
import { CONNECT_STAGES, type ConnectStage, connectStage, toldSeconds, type AskedStage } from './connect-stage.ts'
import { GetStage, ImportStage, SwitchStage } from './connect-steps.tsx'
import { clientsFor, systemOf } from './import-links.ts'
import { useClients } from './use-clients.ts'
import { useConnected } from './use-connected.ts'
import { useImportTap } from './use-import-tap.ts'

type Props = {
  /** Null until a line works: a client that came before would find none. */
  url: string | null
  /** The reader's choice; else the most common one of this system. */
  client?: ListedClient | undefined
  /** Leads to the codes to scan. */
  onOthers?: (() => void) | undefined
  /** Bytes flow, and the reader has seen it. */
  onDone?: (() => void) | undefined
  /** What the first stage says and needs, while there is no line. */
  first?: { heading: string; action?: ReactNode }
  /** Not within a card. */
  isFramed?: boolean
}

/**
 * From the plan to the first byte: one stage large, the others as dots, and one filled button, the one that the stage
 * needs. It moves by itself when the server knows more, and stays in sight.
 */
export function ConnectCard({ url, client: chosen, onOthers, onDone, first, isFramed = true }: Props) {
  const t = useWords('import-lines')
  const { tappedAtMs, forget } = useImportTap()
  const { connected, lookNow } = useConnected(tappedAtMs)
  const [wish, setWish] = useState<AskedStage | null>(null)
  const [system] = useState(systemOf)
  const [usual] = clientsFor(useClients(), system)
  const client = chosen ?? usual
  const stage = connectStage(connected, url !== null, wish)
  const ref = useInSight(stage, tappedAtMs)
  const go = (next: AskedStage['stage']) => setWish({ stage: next, importedAt: connected?.importedAt ?? null })
  const parts = { client, system, url: url ?? '', onOthers }
  return (
    <div ref={ref} className={css.card} data-stage={stage} data-framed={isFramed}>
      <Dots stage={stage} />
      <p className={css.title} role="status">
        {stage === 'on' ? <Icon name="check" size={22} /> : null}
        {stage === 'paid' ? first?.heading : headingOf(t, client, stage, connected, tappedAtMs !== null)}
      </p>
      {stage === 'paid' ? first?.action : null}
      {stage === 'get' && client ? <GetStage client={client} system={system} onHave={() => go('import')} /> : null}
      {stage === 'import' ? <ImportStage {...parts} onGet={() => go('get')} /> : null}
      {stage === 'switch' ? <SwitchStage system={system} onLook={lookNow} onAgain={() => go('import')} /> : null}
      {stage === 'on' ? (
        <Button
          className={css.main!}
          onClick={() => {
            forget()
            onDone?.()
          }}
        >
          {t('connectDone')}
        </Button>
      ) : null}
    </div>
  )
}

function headingOf(
  t: ReturnType<typeof useWords<'import-lines'>>,
  client: ListedClient | undefined,
  stage: Exclude<ConnectStage, 'paid'>,
  connected: Connected | undefined,
  isTapped: boolean,
): string {
  const name = client?.name ?? t('anyClient')
  if (stage === 'get') return t('getFirst', { client: name })
  if (stage === 'import') return isTapped ? t('importWaiting') : t('hasClient', { client: name })
  if (stage === 'switch') return connected?.client ? t('importedTo', { client: connected.client }) : t('imported')
  const line = connected?.line?.nodeName ?? ''
  const seconds = connected ? toldSeconds(connected) : null
  return seconds === null ? t('online', { name: line }) : t('onlineAfter', { name: line, seconds })
}

const dotWords = { paid: 'paidDot', get: 'getDot', import: 'importDot', switch: 'switchDot', on: 'onDot' } as const

function Dots({ stage }: { stage: ConnectStage }) {
  const t = useWords('import-lines')
  const now = CONNECT_STAGES.indexOf(stage)
  return (
    <ol className={css.dots}>
      {CONNECT_STAGES.map((one, at) => (
        <li
          key={one}
          className={css.dot}
          data-state={at < now || stage === 'on' ? 'done' : at === now ? 'now' : 'later'}
          aria-current={at === now ? 'step' : undefined}
        >
          {t(dotWords[one])}
        </li>
      ))}
    </ol>
  )
}

/** Scrolls its sheet or page to what has just happened, and to the help that appears there. */
function useInSight(stage: ConnectStage, tappedAtMs: number | null) {
  const ref = useRef<HTMLDivElement>(null)
  const [begun] = useState(stage)
  const moved = stage === begun && tappedAtMs === null ? null : stage
  useEffect(() => {
    const card = ref.current
    if (!card || moved === null) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const show = () => card.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' })
    show()
    const observer = new ResizeObserver(show)
    observer.observe(card)
    return () => observer.disconnect()
  }, [moved])
  return ref
}
