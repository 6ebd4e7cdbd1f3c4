import { useState } from 'react'
import { useSearchParams } from 'react-router'

import type { Line } from '../../../contract/lines.ts'
import { Card, CardLink } from '../../../ui/components/card.tsx'
import { List } from '../../../ui/components/list.tsx'
import { useHasPanes } from '../../../ui/components/panes.tsx'
import { lastContact } from '../../features/lines/last-contact.ts'
import { useLatencies } from '../../features/lines/latency-sign.tsx'
import { RegionChips, regionsOf } from '../../features/lines/region-chips.tsx'
import { useNoticeImports } from '../../features/lines/use-import-tap.ts'
import { useNodes, useUnderWay } from '../../features/lines/use-lines.ts'
import { userPath } from '../../paths.ts'
import { useWords } from '../../words/language.ts'
import { AccountCallout } from './account-callout.tsx'
import { FeedCard } from './feed-card.tsx'
import type { Step } from './line-details.tsx'
import css from './line-list.module.css'
import { LinePanes } from './line-panes.tsx'
import { LineRow } from './line-row.tsx'
import { MoveStrip } from './move-strip.tsx'
import { accountReasonOf } from './next-step.ts'
import { useLineActions } from './use-line-actions.ts'

/** Fewer lines need no filter. */
const FILTER_FROM = 10

export function Lines({ lines, subscriptionUrl }: { lines: readonly Line[]; subscriptionUrl: string }) {
  const t = useWords('line-list')
  const hasPanes = useHasPanes()
  const [region, setRegion] = useState('')
  // The home page names the line that was pressed there.
  const wanted = useSearchParams()[0].get('line')
  const [open, setOpen] = useState<{ lineId: string; step: Step } | null>(
    wanted === null ? null : { lineId: wanted, step: 'details' },
  )
  const actions = useLineActions((lineId) => setOpen(lineId === null ? null : { lineId, step: 'details' }))
  useUnderWay(lines, actions.asked)
  useNoticeImports()
  const latencies = useOwnLatencies(lines)
  const regions = regionsOf(lines)
  const chosen = regions.some((known) => known.region === region) ? region : ''
  const shown = chosen === '' ? lines : lines.filter((line) => line.region === chosen)
  const reason = accountReasonOf(lines)
  const last = lastContact(lines)
  // Beside the list there is always one to see.
  const opened = lines.find(({ id }) => id === open?.lineId) ?? (hasPanes ? shown[0] : null) ?? null
  // A kept list has no address.
  const feed = subscriptionUrl ? <FeedCard url={subscriptionUrl} isPaused={reason !== null} last={last} /> : null
  return (
    <LinePanes
      line={opened}
      step={open?.step ?? 'details'}
      actions={actions}
      onStep={(step) => setOpen(opened && { lineId: opened.id, step })}
      onClose={() => setOpen(null)}
    >
      <div className="page">
        {reason ? <AccountCallout reason={reason} /> : null}
        {actions.lastMove ? (
          <MoveStrip key={actions.lastMove.line.id} move={actions.lastMove} undo={actions.undo} />
        ) : null}
        {/* Who is connected comes for the lines. */}
        {last ? null : feed}
        <Card
          title={t('listTitle')}
          end={
            <CardLink icon="plus" to={userPath('line_install')}>
              {t('install')}
            </CardLink>
          }
        >
          {lines.length >= FILTER_FROM ? (
            <div className={css.filter}>
              <RegionChips regions={regions} value={chosen} onChange={setRegion} />
            </div>
          ) : null}
          <List>
            {shown.map((line) => (
              <LineRow
                key={line.id}
                line={line}
                latencyMs={latencies.get(line.nodeId) ?? null}
                isAsked={actions.asked.has(line.nodeId)}
                isChosen={line.id === opened?.id}
                onOpen={(step) => setOpen({ lineId: line.id, step })}
                onRetry={() => actions.retry(line)}
              />
            ))}
          </List>
        </Card>
        {last ? feed : null}
      </div>
    </LinePanes>
  )
}

/** Only nodes with a line of this user. Without the list of nodes there are no figures, and no error is shown. */
function useOwnLatencies(lines: readonly Line[]): ReadonlyMap<number, number> {
  const { nodes } = useNodes()
  const own = new Set(lines.map(({ nodeId }) => nodeId))
  return useLatencies((nodes ?? []).filter(({ id }) => own.has(id)))
}
