import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { formatBytes } from '../../../contract/bytes.ts'
import type { ListedClient } from '../../../contract/client-list.ts'
import type { Connected } from '../../../contract/lines.ts'
import type { System } from '../../../contract/systems.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'
import css from './connect-card.module.css'
import { CONNECT_STAGES, type ConnectStage, connectStage, HELP_AFTER_MS, toldSeconds } from './connect-stage.ts'
import { GetLink } from './get-link.tsx'
import { importLink, placeFor } from './import-links.ts'
import { useConnected } from './use-connected.ts'
import { useCopyFeed, useImportTap } from './use-import-tap.ts'
import { watchOpening } from './watch-opening.ts'

type Props = {
  client: ListedClient
  system: System
  url: string
  title: string
  /** Leads to the codes to scan. */
  onOthers?: (() => void) | undefined
  /** Bytes flow, and the reader has seen it. */
  onDone?: (() => void) | undefined
}

/**
 * From the client to the first byte: one stage large, the others as dots, and one filled button, the one that the stage
 * needs. It moves by itself when the server knows more, and stays in sight.
 */
export function ConnectCard(props: Props) {
  const { tappedAtMs, forget } = useImportTap()
  const { connected, lookNow } = useConnected(tappedAtMs)
  const [isGetting, setGetting] = useState(false)
  const stage = connectStage(connected?.stage, isGetting)
  const heading = useHeading(props.client, stage, connected, tappedAtMs !== null)
  const ref = useInSight(stage === 'import' && tappedAtMs === null ? null : stage)
  const done = () => {
    forget()
    props.onDone?.()
  }
  return (
    <div ref={ref} className={css.card} data-stage={stage}>
      <Dots stage={stage} />
      <p className={css.title} role="status">
        {stage === 'on' ? <Icon name="check" size={22} /> : null}
        {heading}
      </p>
      {stage === 'get' ? <GetStage {...props} onHave={() => setGetting(false)} /> : null}
      {stage === 'import' ? <ImportStage {...props} onGet={() => setGetting(true)} /> : null}
      {stage === 'switch' ? <SwitchStage system={props.system} onLook={lookNow} /> : null}
      {stage === 'on' ? <Done onClick={done} /> : null}
    </div>
  )
}

function useHeading(client: ListedClient, stage: ConnectStage, connected: Connected | undefined, isTapped: boolean) {
  const t = useWords('import-lines')
  if (stage === 'get') return t('getFirst', { client: client.name })
  if (stage === 'import') return isTapped ? t('importWaiting') : t('hasClient', { client: client.name })
  if (stage === 'switch') return connected?.client ? t('importedTo', { client: connected.client }) : t('imported')
  const name = connected?.line?.nodeName ?? ''
  const seconds = connected ? toldSeconds(connected) : null
  return seconds === null ? t('online', { name }) : t('onlineAfter', { name, seconds })
}

const dotWords = { get: 'getDot', import: 'importDot', switch: 'switchDot', on: 'onDot' } as const

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

function GetStage({ client, system, onHave }: Props & { onHave: () => void }) {
  const t = useWords('import-lines')
  const place = placeFor(client, system)
  return (
    <>
      {place ? (
        <Button className={css.main!} component="a" href={place.url} target="_blank" rel="noopener noreferrer">
          {t('getNamed', { client: client.name })}
        </Button>
      ) : null}
      {place?.file ? (
        <p className={css.digest}>{`${formatBytes(place.file.sizeBytes)} · SHA-256 ${place.file.sha256}`}</p>
      ) : null}
      <ActionButton tone="quiet" fill onClick={onHave}>
        {t('haveIt')}
      </ActionButton>
    </>
  )
}

/** Hands a client the lines. If nothing opens, it says what else to do. */
function ImportStage({ client, system, url, title, onOthers, onGet }: Props & { onGet: () => void }) {
  const t = useWords('import-lines')
  const copy = useCopyFeed()
  const { isShown, onTap } = useStillHere(client.id)
  const isLate = useLasting()
  const place = placeFor(client, system)
  const link = importLink(client, url, title)
  return (
    <>
      {link ? (
        <Button className={css.main!} component="a" href={link} onClick={onTap}>
          {t('importTo', { client: client.name })}
        </Button>
      ) : (
        <>
          <ActionButton icon="copy" fill onClick={() => void copy(url)}>
            {t('copyAddress')}
          </ActionButton>
          <p className={css.text}>{t('pasteIt', { client: client.name })}</p>
        </>
      )}
      {isShown ? (
        <Help text={t('notOpened', { client: client.name })}>
          {place ? <GetLink href={place.url} name={client.name} /> : null}
          <ActionButton tone="quiet" icon="copy" onClick={() => void copy(url)}>
            {t('copyAddress')}
          </ActionButton>
          {onOthers ? (
            <ActionButton tone="quiet" icon="qr" onClick={onOthers}>
              {t('scanInstead')}
            </ActionButton>
          ) : null}
        </Help>
      ) : place ? (
        <ActionButton tone="quiet" fill onClick={onGet}>
          {t('getIt')}
        </ActionButton>
      ) : null}
      {isLate && !isShown ? <Help text={t('importHelp')} /> : null}
    </>
  )
}

function SwitchStage({ system, onLook }: Pick<Props, 'system'> & { onLook: () => void }) {
  const t = useWords('import-lines')
  const [asked, setAsked] = useState(false)
  const isLate = useLasting()
  return (
    <>
      <p className={css.text}>{t(system === 'ios' || system === 'android' ? 'switchOn' : 'switchDesk')}</p>
      <Button
        className={css.main!}
        onClick={() => {
          setAsked(true)
          onLook()
        }}
      >
        {t('switched')}
      </Button>
      {asked || isLate ? <Help text={t('switchHelp')} /> : null}
    </>
  )
}

function Done({ onClick }: { onClick: () => void }) {
  const t = useWords('import-lines')
  return (
    <Button className={css.main!} onClick={onClick}>
      {t('connectDone')}
    </Button>
  )
}

function Help({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={css.help} role="status">
      <p>{text}</p>
      {children ? <div className={css.row}>{children}</div> : null}
    </div>
  )
}

/** Whether the page is still seen after a tap on the import link; begins again with another client. */
function useStillHere(clientId: string) {
  const [stillHere, setStillHere] = useState<string | null>(null)
  const end = useRef(() => {})
  useEffect(() => () => end.current(), [])
  const onTap = () => {
    end.current()
    setStillHere(null)
    end.current = watchOpening(() => setStillHere(clientId))
  }
  return { isShown: stillHere === clientId, onTap }
}

/** Whether its stage has lasted so long that it needs help. Before the first tap nothing has begun. */
function useLasting(): boolean {
  const tappedAtMs = useImportTap((state) => state.tappedAtMs)
  const [lasted, setLasted] = useState<number | null>(null)
  useEffect(() => {
    if (tappedAtMs === null) return
    const timer = setTimeout(() => setLasted(tappedAtMs), HELP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [tappedAtMs])
  return tappedAtMs !== null && lasted === tappedAtMs
}

/** Scrolls its sheet or page to what has just happened. */
function useInSight(stage: ConnectStage | null) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (stage === null) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    ref.current?.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
  }, [stage])
  return ref
}
