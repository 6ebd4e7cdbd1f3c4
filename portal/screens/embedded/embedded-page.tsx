import { type ReactNode, useState } from 'react'

import type { DailiConfig } from '../../../contract/resellers.ts'
import { isHosted } from '../../session/hosted-address.ts'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { useLook } from '../../../ui/components/use-look.ts'
import { useWords } from '../../words/language.ts'
import { hasFlag } from '../../../ui/device/flags.ts'
import { useResellerConfig } from '../../session/use-reseller-config.ts'
import { isPageAlone } from '../../../ui/device/page-alone.ts'
import { Bones } from './bones.tsx'
import css from './embedded.module.css'
import { Frame } from './frame.tsx'
import { framePage } from './frame-page.ts'

type Props = {
  /** What the frame holds, for those who cannot see it. */
  name: string
  about: ReactNode
  address: (config: DailiConfig) => string | null
  /** What the address carries; fetched anew for every load and every window. */
  params?: (resellerKey: number) => Promise<Record<string, string>>
}

/** Another page inside the screen: found, framed, reloaded, opened elsewhere. */
export function EmbeddedPage({ name, about, address, params }: Props) {
  const t = useWords('embedded')
  const loaded = useResellerConfig()
  const look = useLook()
  const [attempt, setAttempt] = useState(0)
  if (loaded.state === 'loading') {
    return (
      <div className={css.box}>
        <Bones />
      </div>
    )
  }
  if (loaded.state === 'failed') {
    return (
      <div className={css.box}>
        <RetryCard title={t('configTitle')} text={t('configText')} onRetry={loaded.retry} />
      </div>
    )
  }
  const { config } = loaded
  const page = address(config) ?? ''
  const prepare = async () => {
    const found = params ? await params(config.daili_id) : {}
    const isFramed = hasFlag('iframe') || isPageAlone()
    return framePage(page, { params: found, resellerKey: config.daili_id, look, isFramed })
  }
  // Our own pages follow the reader's choices; a chat of another site would lose what was said.
  const load = isHosted(page) ? `${attempt} ${look.language} ${look.scheme}` : attempt
  return <Frame key={load} name={name} about={about} prepare={prepare} onReload={() => setAttempt(attempt + 1)} />
}
