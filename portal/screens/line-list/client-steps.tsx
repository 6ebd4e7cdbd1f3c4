import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { formatBytes } from '../../../contract/bytes.ts'
import type { ListedClient } from '../../../contract/client-list.ts'
import type { System } from '../../../contract/systems.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { useCopy } from '../../features/account/use-copy.ts'
import { importLink, placeFor } from '../../features/lines/import-links.ts'
import { useWords } from '../../words/language.ts'
import { ClientMark } from './client-mark.tsx'
import css from './client-steps.module.css'
import { watchOpening } from './watch-opening.ts'

type Props = {
  client: ListedClient
  system: System
  url: string
  title: string
  onOthers: () => void
}

/** Client first: get it, hand it the lines, switch it on. */
export function ClientSteps({ client, system, url, title, onOthers }: Props) {
  const t = useWords('line-list')
  const copy = useCopy()
  const { isShown, onTap } = useStillHere(client.id)
  const place = placeFor(client, system)
  const link = importLink(client, url, title)
  return (
    <ol className={css.steps}>
      <Step at={1} title={t('stepGet')}>
        <div className={css.row}>
          <ClientMark client={client} />
          <span className={css.name}>{client.name}</span>
          {place ? <GetLink href={place.url} name={client.name} /> : null}
        </div>
        {place?.file ? (
          <p className={css.digest}>{`${formatBytes(place.file.sizeBytes)} · SHA-256 ${place.file.sha256}`}</p>
        ) : null}
        <button type="button" className={css.other} onClick={onOthers}>
          {t('otherClient')}
        </button>
      </Step>
      <Step at={2} title={t('stepImport')}>
        {link ? (
          <Button className={css.main!} component="a" href={link} onClick={onTap}>
            {t('importTo', { client: client.name })}
          </Button>
        ) : (
          <ActionButton icon="copy" fill onClick={() => void copy(url)}>
            {t('copyAddress')}
          </ActionButton>
        )}
        {link ? null : <p className={css.text}>{t('pasteIt', { client: client.name })}</p>}
        {isShown ? (
          <div className={css.missed} role="status">
            <p className={css.missedText}>{t('notOpened', { client: client.name })}</p>
            <div className={css.row}>
              {place ? <GetLink href={place.url} name={client.name} /> : null}
              <ActionButton tone="quiet" icon="copy" onClick={() => void copy(url)}>
                {t('copyAddress')}
              </ActionButton>
              <ActionButton tone="quiet" icon="qr" onClick={onOthers}>
                {t('scanInstead')}
              </ActionButton>
            </div>
          </div>
        ) : null}
      </Step>
      <Step at={3} title={t('stepSwitch')}>
        <p className={css.text}>{t(system === 'ios' || system === 'android' ? 'switchPhone' : 'switchDesk')}</p>
      </Step>
    </ol>
  )
}

function Step({ at, title, children }: { at: number; title: string; children: ReactNode }) {
  return (
    <li className={css.step}>
      <span className={css.number} aria-hidden="true">
        {at}
      </span>
      <div className={css.body}>
        <h3 className={css.title}>{title}</h3>
        {children}
      </div>
    </li>
  )
}

/** Opens outside, so that the steps stay on the screen. */
export function GetLink({ href, name }: { href: string; name: string }) {
  const t = useWords('line-list')
  return (
    <a
      className={css.get}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${t('getClient')} ${name}`}
    >
      <Icon name="download" size={18} />
      {t('getClient')}
    </a>
  )
}

/** Whether the page is still seen after a tap on the import link; starts anew with another client. */
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
