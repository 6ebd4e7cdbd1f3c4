import { useState } from 'react'
import { Link } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import type { Line, LineNode } from '../../../contract/lines.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { RegionChips, byRegion, regionsOf } from '../../features/lines/region-chips.tsx'
import { SupportLink } from '../../features/account/support-link.tsx'
import { ThumbBar } from '../../../ui/components/thumb-bar.tsx'
import { canInstall } from '../../features/lines/looks.ts'
import { useLatencies } from '../../features/lines/latency-sign.tsx'
import { useUnderWay } from '../../features/lines/use-lines.ts'
import { useWords } from '../../words/language.ts'
import { userPath } from '../../paths.ts'
import css from './line-install.module.css'
import { BlockCallout } from '../../features/account/block-callout.tsx'
import { NodePart } from './node-part.tsx'
import { StandingCard } from './standing-card.tsx'
import { placedCount, standingOf } from './standing.ts'
import { useInstall } from './use-install.ts'
import { useWaysOn } from './use-ways-on.ts'

type Props = { info: UserInfo; nodes: readonly LineNode[]; lines: readonly Line[] }

export function LineInstall({ info, nodes, lines }: Props) {
  const t = useWords('line-install')
  const [region, setRegion] = useState('')
  const install = useInstall()
  useUnderWay(lines, install.asked)
  const latencies = useLatencies(nodes)
  const placed = placedCount(lines)
  const standing = standingOf(info, placed)
  const [way] = useWaysOn(standing, lines.length)
  const regions = regionsOf(nodes)
  const chosen = regions.some((known) => known.region === region) ? region : ''
  const isBest = (node: LineNode) => node.isRecommended && canInstall(node)
  const best = chosen === '' ? nodes.filter(isBest) : []
  const others =
    chosen === '' ? byRegion(nodes.filter((node) => !isBest(node))) : nodes.filter((node) => node.region === chosen)
  const shared = { lines, latencies, canInstall: standing === 'room', install }
  return (
    <div className="gap4">
      <BlockCallout />
      <StandingCard info={info} standing={standing} lineCount={placed} />
      {nodes.length === 0 ? (
        <Card title={t('allNodes')}>
          <EmptyPart topic="lines" title={t('emptyTitle')} text={t('emptyText')}>
            <SupportLink />
          </EmptyPart>
        </Card>
      ) : (
        <>
          <RegionChips regions={regions} value={chosen} onChange={setRegion} />
          <NodePart
            title={t('recommended')}
            end={<ModeLink mode={info.speedMode} />}
            nodes={best}
            isAdvice
            {...shared}
          />
          <NodePart title={t(best.length > 0 ? 'others' : 'allNodes')} nodes={others} {...shared} />
        </>
      )}
      {way ? (
        <ThumbBar
          text={standing === 'none' ? t('noneTitle') : t('installed', { count: placed, limit: info.lineLimit })}
          to={way.to}
          label={way.label}
        />
      ) : null}
    </div>
  )
}

const modes = { standard: 'modeStandard', game: 'modeGame', video: 'modeVideo', saver: 'modeSaver' } as const

/** Why these come first, and where to change it. */
function ModeLink({ mode }: { mode: UserInfo['speedMode'] }) {
  const t = useWords('line-install')
  const user = useWords('user')
  const hasScreen = useHasScreen()
  const to = userPath('speedMode')
  return (
    <p className={css.mode}>
      {t('byMode', { mode: user(modes[mode]) })}
      {hasScreen(to) ? <Link to={to}>{t('changeMode')}</Link> : null}
    </p>
  )
}
