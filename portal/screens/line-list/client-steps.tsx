import type { ReactNode } from 'react'

import { formatBytes } from '../../../contract/bytes.ts'
import type { ListedClient } from '../../../contract/client-list.ts'
import type { System } from '../../../contract/systems.ts'
import { placeFor } from '../../features/lines/import-links.ts'
import { GetLink, ImportStep } from '../../features/lines/import-step.tsx'
import { useWords } from '../../words/language.ts'
import { ClientMark } from './client-mark.tsx'
import css from './client-steps.module.css'

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
  const place = placeFor(client, system)
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
        <ImportStep client={client} system={system} url={url} title={title} onOthers={onOthers} />
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
