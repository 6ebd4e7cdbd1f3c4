import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'

import { DESK_PARAM } from '../../../contract/page.ts'
import { Card } from '../../../ui/components/card.tsx'
import { Bones } from '../../../ui/components/loaded.tsx'
import { Panes, useHasPanes } from '../../../ui/components/panes.tsx'
import { ContactLine } from '../../features/account/support-link.tsx'
import { HelpBar } from '../../features/tickets/help-bar.tsx'
import type { DeskStep } from '../../features/tickets/help-desk.tsx'
import { isHosted } from '../../session/hosted-address.ts'
import { useResellerConfig } from '../../session/use-stored.ts'
import { useConfigState } from '../../state/config.ts'
import { useWords } from '../../words/language.ts'
import { screen } from '../../words/screen-loader.ts'
import { EmbeddedPage } from './embedded-page.tsx'

const loadDesk = screen(() => import('../../features/tickets/help-desk.tsx'), 'tickets')
const HelpDesk = lazy(() => loadDesk().catch(() => ({ default: DeskFailed })))

function DeskFailed() {
  return <p>{useWords('embedded')('helpFailed')}</p>
}

/** Another site's page stays as it is; ours has the help desk above it, or beside it where there is room. */
export default function CustomerServiceScreen() {
  const { data: config } = useResellerConfig()
  return config && isHosted(config.kf_url ?? '') ? <OwnHelp /> : <HelpPage />
}

function HelpPage({ tools }: { tools?: ReactNode }) {
  const t = useWords('embedded')
  const user = useWords('user')
  const hasContact = useConfigState((state) => Boolean(state.dailiConfig.contact))
  const about = hasContact ? <ContactLine isNamed={false} /> : t('serviceAbout')
  return (
    <EmbeddedPage name={user('customer_service')} about={about} address={(config) => config.kf_url} tools={tools} />
  )
}

function OwnHelp() {
  const t = useWords('embedded')
  const user = useWords('user')
  const base = useWords('base')
  const isWide = useHasPanes()
  const { step, go, close } = useDesk()
  const bones = <Bones count={3} height={60} />
  // Beside the page, the list is always there.
  const shown = step === null || (isWide && step === 'list') ? null : step
  return (
    <Panes
      detail={
        shown === null ? null : (
          <Suspense fallback={bones}>
            <HelpDesk step={shown} onStep={go} onBack={isWide ? undefined : () => go('list')} />
          </Suspense>
        )
      }
      title={t(step === 'dead' ? 'helpDead' : step === 'new' ? 'helpWrite' : 'helpMine')}
      closeLabel={base('close')}
      onClose={close}
      rest={<HelpPage />}
    >
      {isWide ? (
        <Card title={user('customer_service')}>
          <HelpBar isListed onStep={go} />
          <Suspense fallback={bones}>
            <HelpDesk step="list" chosen={typeof step === 'number' ? step : null} onStep={go} />
          </Suspense>
        </Card>
      ) : (
        <HelpPage tools={<HelpBar onStep={go} />} />
      )}
    </Panes>
  )
}

/** The hosted help page has a link to the form. */
function useDesk() {
  const [search, setSearch] = useSearchParams()
  const [step, go] = useState<DeskStep | null>(search.has(DESK_PARAM) ? 'new' : null)
  const close = () => {
    go(null)
    if (search.has(DESK_PARAM)) setSearch(withoutDesk, { replace: true })
  }
  return { step, go, close }
}

function withoutDesk(search: URLSearchParams): URLSearchParams {
  search.delete(DESK_PARAM)
  return search
}
