import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { plainBytes } from '../../../contract/bytes.ts'
import type { ListedClient } from '../../../contract/client-list.ts'
import type { System } from '../../../contract/systems.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { chatApp, nameChatApp } from '../../../ui/device/chat-app.ts'
import { useBrand } from '../../state/brand.ts'
import { useWords } from '../../words/language.ts'
import { LeaveChat } from '../paying/leave-chat.tsx'
import css from './connect-card.module.css'
import { HELP_AFTER_MS } from './connect-stage.ts'
import { GetLink } from './get-link.tsx'
import { importLink, placeFor } from './import-links.ts'
import { useCopyFeed, useImportTap } from './use-import-tap.ts'
import { watchOpening } from './watch-opening.ts'

export function GetStage({ client, system, onHave }: { client: ListedClient; system: System; onHave: () => void }) {
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
        <p className={css.digest}>{`${plainBytes(place.file.sizeBytes)} · SHA-256 ${place.file.sha256}`}</p>
      ) : null}
      <ActionButton tone="quiet" fill onClick={onHave}>
        {t('haveIt')}
      </ActionButton>
    </>
  )
}

type ImportProps = {
  client: ListedClient | undefined
  system: System
  url: string
  onOthers: (() => void) | undefined
  onGet: () => void
}

/** Hands a client the lines. If nothing opens, it says what else to do. */
export function ImportStage({ client, system, url, onOthers, onGet }: ImportProps) {
  const t = useWords('import-lines')
  const { title } = useBrand()
  const copy = useCopyFeed()
  const name = client?.name ?? t('anyClient')
  const { isShown, onTap } = useStillHere(name)
  const isLate = useLasting()
  const isInChat = chatApp() !== null
  const place = client && !isInChat ? placeFor(client, system) : null
  const link = client && !isInChat ? importLink(client, url, title) : null
  return (
    <>
      {link ? (
        <Button className={css.main!} component="a" href={link} onClick={onTap}>
          {t('importTo', { client: name })}
        </Button>
      ) : (
        <>
          {isInChat ? <LeaveChat>{t('chatText', { app: nameChatApp(t('wechat')) })}</LeaveChat> : null}
          <ActionButton icon="copy" fill onClick={() => void copy(url)}>
            {t('copyAddress')}
          </ActionButton>
          {isInChat ? null : <p className="soft">{t('pasteIt', { client: name })}</p>}
        </>
      )}
      {isShown || isLate ? (
        <Help text={t('notOpened', { client: name })}>
          {place ? <GetLink href={place.url} name={name} /> : null}
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
    </>
  )
}

type SwitchProps = { system: System; onLook: () => void; onAgain: () => void }

export function SwitchStage({ system, onLook, onAgain }: SwitchProps) {
  const t = useWords('import-lines')
  const [asked, setAsked] = useState(false)
  const isLate = useLasting()
  return (
    <>
      <p className="soft">{t(system === 'ios' || system === 'android' ? 'switchOn' : 'switchDesk')}</p>
      <Button
        className={css.main!}
        onClick={() => {
          setAsked(true)
          onLook()
        }}
      >
        {t('switched')}
      </Button>
      {asked || isLate ? <p className={css.help}>{t('switchHelp')}</p> : null}
      <ActionButton tone="quiet" fill onClick={onAgain}>
        {t('importAgain')}
      </ActionButton>
    </>
  )
}

function Help({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={css.help} role="status">
      <p>{text}</p>
      <div className={css.row}>{children}</div>
    </div>
  )
}

/** Whether the page is still seen after a tap on the import link; begins again with another client. */
function useStillHere(clientName: string) {
  const [stillHere, setStillHere] = useState<string | null>(null)
  const end = useRef(() => {})
  useEffect(() => () => end.current(), [])
  const onTap = () => {
    end.current()
    setStillHere(null)
    end.current = watchOpening(() => setStillHere(clientName))
  }
  return { isShown: stillHere === clientName, onTap }
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
