import type { UseMutationResult } from '@tanstack/react-query'

import type { Line, LineNode } from '../../../contract/lines.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Flag } from '../../../ui/components/flag.tsx'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { LatencySign, useLatencies } from '../../features/lines/latency-sign.tsx'
import { canInstall, choiceLook, loadWord, rateText } from '../../features/lines/looks.ts'
import { useNodes } from '../../features/lines/use-lines.ts'
import { useLineState } from '../../state/line.ts'
import { useWords } from '../../words/language.ts'

type Move = UseMutationResult<Line, Error, { line: Line; node: LineNode }>
type Props = { line: Line; move: Move; onBack: () => void }

export function MoveStep({ line, move, onBack }: Props) {
  const t = useWords('line-list')
  return (
    <div className="gap3">
      <p className="soft">{t('moveText')}</p>
      {move.error ? <Callout tone="bad">{failureText(move.error)}</Callout> : null}
      <Places line={line} move={move} />
      <ActionButton fill tone="quiet" onClick={onBack}>
        {t('back')}
      </ActionButton>
    </div>
  )
}

/** Nodes that take a line now and have none of this user's, best first; a failed line may be replaced. */
function Places({ line, move }: Pick<Props, 'line' | 'move'>) {
  const t = useWords('line-list')
  const user = useWords('user')
  const query = useNodes()
  const lines = useLineState((state) => state.lineList)
  const taken = new Set(lines.filter(({ id, state }) => id === line.id || state !== 'failed').map((own) => own.nodeId))
  const places = (query.nodes ?? []).filter((node) => canInstall(node) && !taken.has(node.id))
  const latencies = useLatencies(places)
  return (
    <Loaded query={query} failed={user('loadFailedTitle')} bones={<Bones count={4} height={56} />} bonesClass="gap2">
      {() =>
        places.length === 0 ? (
          <Callout tone="info">{t('moveNone')}</Callout>
        ) : (
          <List>
            {places.map((node) => (
              <Place key={node.id} node={node} latencyMs={latencies.get(node.id) ?? null} line={line} move={move} />
            ))}
          </List>
        )
      }
    </Loaded>
  )
}

type PlaceProps = { node: LineNode; latencyMs: number | null } & Pick<Props, 'line' | 'move'>

function Place({ node, latencyMs, line, move }: PlaceProps) {
  const words = useWords('user')
  const look = choiceLook(node)
  return (
    <ListRow
      sign={<Flag region={node.region} />}
      name={node.name}
      about={
        <>
          {node.ratePercent === 100 ? null : <span>{words('rate', { rate: rateText(node.ratePercent) })}</span>}
          {look.word === 'crowded' ? null : <span>{words(loadWord(node.loadPercent))}</span>}
        </>
      }
      value={<StateWord tone={look.tone}>{words(look.word)}</StateWord>}
      under={latencyMs === null ? null : <LatencySign ms={latencyMs} />}
      isBusy={move.isPending && move.variables.node.id === node.id}
      onPress={move.isPending ? () => {} : () => move.mutate({ line, node })}
    />
  )
}
