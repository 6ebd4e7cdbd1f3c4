import { Skeleton, Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import type { Line, LineNode } from '../../../contract/lines.ts'
import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { BlockCallout } from '../../features/account/block-callout.tsx'
import { SupportLink } from '../../features/account/support-link.tsx'
import { WithInfo } from '../../features/account/with-info.tsx'
import { useLatencies } from '../../features/lines/latency-sign.tsx'
import { canInstall } from '../../features/lines/looks.ts'
import { RegionChips, byRegion, regionsOf } from '../../features/lines/region-chips.tsx'
import { useLines, useNodes, useUnderWay } from '../../features/lines/use-lines.ts'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useWords } from '../../words/language.ts'
import css from './line-install.module.css'
import { NodePart } from './node-part.tsx'
import { StandingLine } from './standing-line.tsx'
import { placedCount, standingOf, useWaysOn, type Way } from './standing.ts'
import { useInstall } from './use-install.ts'

export default function LineInstallScreen() {
  const user = useWords('user')
  const both = useNodesAndLines()
  return (
    <WithInfo bones={<Bones />} bonesClass="gap4">
      {(info) => (
        <Loaded
          query={both}
          failed={user('loadFailedTitle')}
          card={user('line_install')}
          bones={<Bones />}
          bonesClass="gap4"
        >
          {({ nodes, lines }) => <LineInstall info={info} nodes={nodes} lines={lines} />}
        </Loaded>
      )}
    </WithInfo>
  )
}

function useNodesAndLines() {
  const nodes = useNodes()
  const lines = useLines()
  const failed = [nodes, lines].filter(({ error }) => error !== null)
  return {
    data: nodes.nodes && lines.lines ? { nodes: nodes.nodes, lines: lines.lines } : undefined,
    error: failed[0]?.error,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

function Bones() {
  return (
    <>
      <Skeleton height={72} radius="lg" />
      <div className={css.tiles}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((bone) => (
          <Skeleton key={bone} className={css.bone!} radius="lg" />
        ))}
      </div>
    </>
  )
}

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
      <StandingLine info={info} standing={standing} lineCount={placed} />
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
          {nodes.some(({ ratePercent }) => ratePercent !== 100) ? <p className={css.mode}>{t('rateText')}</p> : null}
        </>
      )}
      {way ? (
        <ThumbBar
          text={standing === 'none' ? t('noneTitle') : t('installed', { count: placed, limit: info.lineLimit })}
          {...way}
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

/** On a phone: the state and the next step, always visible above the bottom bar. */
export function ThumbBar({ text, to, label, isQuiet = false }: { text: string } & Way) {
  return (
    <div className={css.bar}>
      <p className={css.text}>{text}</p>
      <Button component={Link} to={to} variant={isQuiet ? 'light' : 'filled'}>
        {label}
      </Button>
    </div>
  )
}
