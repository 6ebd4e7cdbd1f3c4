import { type ReactNode, useState } from 'react'

import type { DailiConfig } from '../../../contract/resellers.ts'
import { RetryCard } from '../../../ui/components/loaded.tsx'
import { useLook } from '../../../ui/components/look.ts'
import { hasFlag } from '../../../ui/device/flags.ts'
import { isPageAlone } from '../../../ui/device/storage.ts'
import { isHosted } from '../../session/hosted-address.ts'
import { useResellerConfig } from '../../session/use-stored.ts'
import { useWords } from '../../words/language.ts'
import css from './embedded.module.css'
import { framePage } from './frame-page.ts'
import { Bones, Frame } from './frame.tsx'

type Props = {
  /** What the frame contains, for screen readers. */
  name: string
  about: ReactNode
  address: (config: DailiConfig) => string | null
  /** Parameters of the address; fetched anew for every load and every window. */
  params?: (config: DailiConfig) => Promise<Record<string, string>>
  /** Shown above our own page; another site's page stays as it is. */
  tools?: ReactNode
  /** Called when the reader sees our own page, not another site's. */
  onHostedShown?: () => void
}

/** Shows another page inside the screen: finds, frames and reloads it, or opens it elsewhere. */
export function EmbeddedPage({ name, about, address, params, tools, onHostedShown }: Props) {
  const t = useWords('embedded')
  const query = useResellerConfig()
  const look = useLook()
  const [attempt, setAttempt] = useState(0)
  const { data: config } = query
  if (!config) {
    return (
      <div className={css.box} data-edge>
        {query.error ? (
          <RetryCard title={t('configTitle')} text={t('configText')} onRetry={query.refetch} />
        ) : (
          <Bones />
        )}
      </div>
    )
  }
  const page = address(config) ?? ''
  const prepare = async () => {
    const found = params ? await params(config) : {}
    const isFramed = hasFlag('iframe') || isPageAlone()
    return framePage(page, { params: found, resellerKey: config.daili_id, look, isFramed })
  }
  // Our own pages reload for a new language or scheme; another site's chat would lose its messages.
  const load = isHosted(page) ? `${attempt} ${look.language} ${look.scheme}` : attempt
  return (
    <Frame
      key={load}
      name={name}
      about={about}
      tools={isHosted(page) ? tools : null}
      prepare={prepare}
      onReload={() => setAttempt(attempt + 1)}
      onShown={isHosted(page) ? onHostedShown : undefined}
    />
  )
}
