import type { MonitorNode } from '../../../contract/monitor-figures.ts'
import { Flag, regionText } from '../../../ui/components/flag.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { loadTone } from '../../../ui/components/line-look.ts'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { spanText } from '../../../ui/words/moment-text.ts'
import { rateText } from '../../../ui/words/rate-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { nodeLook } from '../../features/monitor/node-look.ts'
import { useWords } from '../../words/language.ts'
import css from './nodes-card.module.css'

type Props = {
  node: MonitorNode
  nowMs: number
  /** Null: this account may not switch it. */
  onSwitch: (() => void) | null
}

export function NodeRow({ node, nowMs, onSwitch }: Props) {
  const t = useWords('monitor')
  const language = useLanguage()
  const { tone, word } = nodeLook(node)
  const { name, region, seenAt, state, inMaintenance } = node
  return (
    <li className={css.node} data-tone={tone} data-node={node.id}>
      <div className={css.who}>
        <Flag region={region} size={27} />
        <span className={css.name}>
          {name}
          <span className={css.region}>{regionText(region, language)}</span>
        </span>
      </div>
      <div className={css.state}>
        {tone === 'bad' ? <Icon name="warning" size={18} /> : null}
        <StateWord tone={tone}>{t(word)}</StateWord>
        {state === 'silent' && seenAt !== null ? (
          <span className={css.seen}>
            {t('silentFor', { span: spanText((nowMs - Date.parse(seenAt)) / 1000, language) })}
          </span>
        ) : null}
      </div>
      <Load node={node} />
      <div className={css.users}>
        <span>{t('onlineOf', { count: node.onlineUsers })}</span>
        <span className={css.soft}>{t('linesOf', { lines: node.lines, capacity: node.capacity })}</span>
      </div>
      <div className={css.rate}>
        <span>{t('downRate', { rate: rateText(node.downBps) })}</span>
        <span className={css.soft}>{t('upRate', { rate: rateText(node.upBps) })}</span>
      </div>
      <div className={css.switchRoom}>
        {onSwitch ? (
          <button
            type="button"
            className={css.switch}
            role="switch"
            aria-checked={inMaintenance}
            aria-label={t('maintenanceFor', { name })}
            title={t('maintenanceFor', { name })}
            onClick={onSwitch}
          >
            <span className={css.knob} />
          </button>
        ) : null}
      </div>
    </li>
  )
}

function Load({ node: { cpuPercent, memoryPercent } }: { node: MonitorNode }) {
  const t = useWords('monitor')
  if (cpuPercent === null || memoryPercent === null) return <div className={css.load}>{t('noLoad')}</div>
  const cpu = Math.round(cpuPercent)
  const memory = Math.round(memoryPercent)
  return (
    <div className={css.load}>
      <span>{t('cpu', { percent: cpu })}</span>
      <ShareBar percent={cpu} tone={loadTone(cpu)} />
      <span>{t('memory', { percent: memory })}</span>
      <ShareBar percent={memory} tone={loadTone(memory)} />
    </div>
  )
}
