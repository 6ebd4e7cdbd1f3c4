import type { StatusReport } from '../../../contract/status.ts'
import { Flag, regionText } from '../../../ui/components/flag.tsx'
import { Glyph } from '../../../ui/components/glyph.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { statusLook } from '../../features/lines/looks.ts'
import { reasonWords } from '../../features/lines/reason-words.ts'
import { useWords } from '../../words/language.ts'
import css from './region-card.module.css'
import { UptimeBars, useUptimeText } from './uptime-bars.tsx'

type Region = StatusReport['regions'][number]

const regionLooks = {
  up: { tone: 'good', word: 'up' },
  maintenance: { tone: 'warn', word: 'maintenance' },
  partial: { tone: 'warn', word: 'someDown' },
  down: { tone: 'bad', word: 'down' },
} as const

/** A region is a row; its nodes and their days open on a tap, or from the start when a node is not up. */
export function RegionCard({ region: { region, state, uptimePercent, nodes }, firstDay }: Props) {
  const t = useWords('online')
  const language = useLanguage()
  const uptimeText = useUptimeText()
  const { tone, word } = regionLooks[state]
  return (
    <details className={css.region} open={nodes.some((node) => node.state !== 'up')}>
      <summary className={css.head}>
        <Flag region={region} size={28} />
        <h2 className={css.name}>{regionText(region, language)}</h2>
        <span className="faint">{uptimeText(uptimePercent)}</span>
        <StateWord tone={tone}>{t(word)}</StateWord>
        <Glyph name="chevron" size={16} />
      </summary>
      <ul>
        {nodes.map((node) => (
          <Node key={node.name} node={node} firstDay={firstDay} />
        ))}
      </ul>
    </details>
  )
}

function Node({ node, firstDay }: { node: Region['nodes'][number]; firstDay: string }) {
  const t = useWords('online')
  const uptimeText = useUptimeText()
  const { tone, word } = statusLook(node)
  return (
    <li className={css.node}>
      <p className={css.nodeHead}>
        <span className={css.nodeName}>{node.name}</span>
        <span className="faint">{uptimeText(node.uptimePercent)}</span>
        <StateWord tone={tone}>{t(word === 'active' ? 'up' : word)}</StateWord>
      </p>
      {node.reason === null ? null : <p className={css.reason}>{t(reasonWords[node.reason])}</p>}
      <UptimeBars name={node.name} days={node.days} firstDay={firstDay} uptimePercent={node.uptimePercent} />
    </li>
  )
}

type Props = { region: Region; firstDay: string }
