import type { ReactNode } from 'react'

import type { Line, LineNode } from '../../../contract/lines.ts'
import css from './line-install.module.css'
import { NodeTile } from './node-tile.tsx'
import type { Install } from './use-install.ts'

type Props = {
  title: string
  end?: ReactNode
  nodes: readonly LineNode[]
  lines: readonly Line[]
  latencies: ReadonlyMap<number, number>
  canInstall: boolean
  install: Install
  /** In a part with only recommendations the mark would be redundant. */
  isAdvice?: boolean
}

export function NodePart({ title, end, nodes, lines, latencies, canInstall, install, isAdvice = false }: Props) {
  if (nodes.length === 0) return null
  return (
    <section className="gap2" aria-label={title}>
      <div className={css.head}>
        <h2 className={css.title}>{title}</h2>
        {end}
      </div>
      <ul className={css.tiles}>
        {nodes.map((node) => (
          <NodeTile
            key={node.id}
            node={node}
            line={lines.find(({ nodeId }) => nodeId === node.id) ?? null}
            latencyMs={latencies.get(node.id) ?? null}
            isAsked={install.asked.has(node.id)}
            canInstall={canInstall}
            isMarked={node.isRecommended && !isAdvice}
            onInstall={() => install.start(node.id)}
          />
        ))}
      </ul>
    </section>
  )
}
