import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

import type { ListedClient } from '../../../contract/client-list.ts'
import type { System } from '../../../contract/systems.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'
import { importLink, placeFor } from './import-links.ts'
import css from './import-step.module.css'
import { useCopyFeed } from './use-import-tap.ts'
import { watchOpening } from './watch-opening.ts'

type Props = {
  client: ListedClient
  system: System
  url: string
  title: string
  /** Leads to the codes to scan. */
  onOthers?: (() => void) | undefined
}

/** The button that hands a client the lines. If nothing opens, it says what else to do. */
export function ImportStep({ client, system, url, title, onOthers }: Props) {
  const t = useWords('import-lines')
  const copy = useCopyFeed()
  const { isShown, onTap } = useStillHere(client.id)
  const place = placeFor(client, system)
  const link = importLink(client, url, title)
  return (
    <>
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
            {onOthers ? (
              <ActionButton tone="quiet" icon="qr" onClick={onOthers}>
                {t('scanInstead')}
              </ActionButton>
            ) : null}
          </div>
        </div>
      ) : null}
    </>
  )
}

/** Opens outside, so that the steps stay on the screen. */
export function GetLink({ href, name }: { href: string; name: string }) {
  const t = useWords('import-lines')
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
