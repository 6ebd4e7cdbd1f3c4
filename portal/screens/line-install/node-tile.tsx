import { Button } from '@mantine/core'

import type { Line, LineNode } from '../../../contract/lines.ts'
import { Flag } from '../../../ui/components/flag.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { loadTone } from '../../../ui/components/line-look.ts'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { isUnderWay } from '../../features/lines/count-installs.ts'
import { LatencySign } from '../../features/lines/latency-sign.tsx'
import { choiceLook, loadWord, ownLineLook, rateText, canInstall as nodeTakes } from '../../features/lines/looks.ts'
import { useWords } from '../../words/language.ts'
import css from './node-tile.module.css'

type Props = {
  node: LineNode
  line: Line | null
  latencyMs: number | null
  isAsked: boolean
  canInstall: boolean
  isMarked: boolean
  onInstall: () => void
}

export function NodeTile({ node, line, latencyMs, isAsked, canInstall, isMarked, onInstall }: Props) {
  const t = useWords('user')
  const install = useWords('line-install')
  const isBusy = isAsked || (line !== null && isUnderWay(line))
  const look = isBusy ? ({ tone: 'busy', word: 'installing' } as const) : lookOf(node, line)
  return (
    <li
      className={css.tile}
      data-own={line !== null && !isBusy && line.state !== 'failed'}
      data-off={node.state !== 'up'}
    >
      <Flag region={node.region} size={36} />
      <div className={css.words}>
        <h3 className={css.name}>
          {node.name}
          {isMarked ? <span className={css.best}>{install('best')}</span> : null}
        </h3>
        <p className={css.facts}>
          <StateWord tone={look.tone}>{t(look.word)}</StateWord>
          {node.ratePercent === 100 ? null : <span>{t('rate', { rate: rateText(node.ratePercent) })}</span>}
          {latencyMs === null ? null : <LatencySign ms={latencyMs} />}
        </p>
      </div>
      <NodeAction node={node} line={line} isBusy={isBusy} canInstall={canInstall} onInstall={onInstall} />
      <Below node={node} line={line} isBusy={isBusy} />
    </li>
  )
}

/** A line's failure here matters more than the node's state. */
function lookOf(node: LineNode, line: Line | null) {
  return line?.state === 'failed' ? ownLineLook(line) : choiceLook(node)
}

const offTexts = { maintenance: 'maintenanceText', down: 'downText' } as const

function Below({ node, line, isBusy }: { node: LineNode; line: Line | null; isBusy: boolean }) {
  const t = useWords('user')
  const install = useWords('line-install')
  if (isBusy) {
    return (
      <div className={css.below}>
        <ShareBar percent={null} label={t('installing')} />
        <p className={css.text}>{t('waitText')}</p>
      </div>
    )
  }
  if (line?.state === 'failed') return <p className={css.text}>{install('failedText')}</p>
  if (node.state !== 'up') return <p className={css.text}>{install(offTexts[node.state])}</p>
  return (
    <div className={css.load}>
      <ShareBar percent={node.loadPercent} tone={loadTone(node.loadPercent)} label={t(loadWord(node.loadPercent))} />
      <span aria-hidden="true">{node.isFull ? install('fullNodeText') : t(loadWord(node.loadPercent))}</span>
    </div>
  )
}

type NodeActionProps = {
  node: LineNode
  line: Line | null
  isBusy: boolean
  canInstall: boolean
  onInstall: () => void
}

/** What can be done on a node now: install, retry, or nothing because it has a line. */
export function NodeAction({ node, line, isBusy, canInstall, onInstall }: NodeActionProps) {
  const t = useWords('line-install')
  if (isBusy) return null
  if (line?.state === 'failed') {
    return (
      <Button variant="light" aria-label={t('retryOn', { name: node.name })} onClick={onInstall}>
        {t('retry')}
      </Button>
    )
  }
  if (line) {
    return (
      <span className={css.own}>
        <Icon name="check" size={18} />
        {t('own')}
      </span>
    )
  }
  if (!canInstall || !nodeTakes(node)) return null
  return (
    <Button
      variant={node.isRecommended ? 'filled' : 'light'}
      aria-label={t('installOn', { name: node.name })}
      onClick={onInstall}
    >
      {t('install')}
    </Button>
  )
}
