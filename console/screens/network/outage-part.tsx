import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { Network } from '../../../contract/console/network.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { useAsked } from '../../features/screen/use-asked.ts'
import { Section } from '../../features/show/section.tsx'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './network.module.css'
import { outageLine } from './outage-line.ts'

const BeginSheet = lazy(() => loadChunk(() => import('./begin-outage-sheet.tsx')))
const EndSheet = lazy(() => loadChunk(() => import('./end-outage-sheet.tsx')))

/** The part of the address that opens a sheet: `begin`, `end`, or the number of a node to begin with. */
export const OUTAGE = 'outage'

/** What the users are told now. The overview and the nodes open its sheets by the address. */
export function OutagePart({ network }: { network: Network }) {
  const t = useWords('network')
  const may = useMay()
  const queries = useQueryClient()
  const [address, setAddress] = useSearchParams()
  const { isOpen, end } = useAsked()
  const asked = isOpen && may('notices.write') ? address.get(OUTAGE) : null
  const { outage, nodes } = network
  const done = () => {
    void queries.invalidateQueries({ queryKey: [consoleApi.network.show.path] })
    void queries.invalidateQueries({ queryKey: ['overview'] })
  }
  return (
    <>
      {outage ? (
        <Section title={t('outageOn')}>
          <p>{outageLine(t, outage)}</p>
          {may('notices.write') ? (
            <div className={css.deeds}>
              <ActionButton onClick={() => setAddress({ [OUTAGE]: 'end' })}>{t('outageEnd')}</ActionButton>
              <ActionButton tone="quiet" onClick={() => setAddress({ [OUTAGE]: 'begin' })}>
                {t('outageEdit')}
              </ActionButton>
            </div>
          ) : null}
        </Section>
      ) : null}
      <Suspense>
        {asked !== null && asked !== 'end' ? (
          <BeginSheet
            nodes={nodes}
            outage={outage}
            first={nodes.filter(({ id, state }) => String(id) === asked || (asked === 'begin' && state === 'down'))}
            onClose={end}
            onDone={done}
          />
        ) : null}
        {asked === 'end' && outage ? <EndSheet outage={outage} onClose={end} onDone={done} /> : null}
      </Suspense>
    </>
  )
}
