import { createContext, type ReactNode, use } from 'react'
import { Link } from 'react-router'

import type { NoticeBlock, NoticeRun } from '../../contract/notices.ts'
import css from './notice-body.module.css'

type Props = {
  blocks: readonly NoticeBlock[]
  /** Called when a link to another portal page is pressed, so that the sheet around the notice closes. */
  onLeave: () => void
}

const Leave = createContext<() => void>(() => {})

/** Shows a notice's blocks as elements. The blocks contain no markup. */
export function NoticeBody({ blocks, onLeave }: Props) {
  return (
    <Leave value={onLeave}>
      <div className={css.body}>
        {groupItems(blocks).map((part, at) => (
          <Part key={at} part={part} />
        ))}
      </div>
    </Leave>
  )
}

type Group = { kind: 'list'; isOrdered: boolean; items: NoticeBlock[] }

/** Consecutive items form one list. */
function groupItems(blocks: readonly NoticeBlock[]): (NoticeBlock | Group)[] {
  const parts: (NoticeBlock | Group)[] = []
  for (const block of blocks) {
    const last = parts.at(-1)
    const isOrdered = block.number !== null
    if (block.kind !== 'item') parts.push(block)
    else if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(block)
    else parts.push({ kind: 'list', isOrdered, items: [block] })
  }
  return parts
}

function Part({ part }: { part: NoticeBlock | Group }) {
  if (part.kind === 'list') {
    const List = part.isOrdered ? 'ol' : 'ul'
    return (
      <List className={css.list}>
        {part.items.map((item, at) => (
          <li key={at} className={css.item} data-depth={Math.min(item.level, 3)} value={item.number ?? undefined}>
            <Runs runs={item.runs} />
          </li>
        ))}
      </List>
    )
  }
  const runs = <Runs runs={part.runs} />
  if (part.kind === 'heading') return <h3 className={css.heading}>{runs}</h3>
  if (part.kind === 'quote') return <blockquote className={css.quote}>{runs}</blockquote>
  if (part.kind === 'code') return <pre className={css.code}>{runs}</pre>
  return part.kind === 'rule' ? <hr className={css.rule} /> : <p className={css.text}>{runs}</p>
}

function Runs({ runs }: { runs: readonly NoticeRun[] }) {
  return runs.map((run, at) => <Run key={at} run={run} />)
}

function Run({ run: { text, isStrong, isSlanted, isCode, href } }: { run: NoticeRun }) {
  let part: ReactNode = text
  if (isCode) part = <code className={css.word}>{part}</code>
  if (isSlanted) part = <em>{part}</em>
  if (isStrong) part = <strong>{part}</strong>
  if (href === null) return part
  if (href.startsWith('/')) return <OwnLink to={href}>{part}</OwnLink>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {part}
    </a>
  )
}

function OwnLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} onClick={use(Leave)}>
      {children}
    </Link>
  )
}
