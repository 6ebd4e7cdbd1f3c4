import { useState } from 'react'

import type { ImportTask, ShownImport } from '../../../../contract/console/imports.ts'
import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { ShareBar } from '../../../../ui/components/share-bar.tsx'
import { StateWord } from '../../../../ui/components/state-word.tsx'
import { recordText } from '../../../../ui/words/date-text.ts'
import items from '../../../features/show/item-rows.module.css'
import { Section } from '../../../features/show/section.tsx'
import { useWords } from '../../../words/language.ts'
import { kindWords, stageWord, stateTones, troubleText } from './import-words.ts'
import css from './import.module.css'
import { Report } from './report.tsx'
import { importOf, leftText } from './task-facts.ts'

/** What is under way: how far it is, and how long it still takes. */
export function NowCard({ task }: { task: ImportTask }) {
  const t = useWords('imports')
  const { progress, kind, state } = task
  return (
    <Section
      title={t('now')}
      text={t('goesOn')}
      end={<StateWord tone={stateTones[state]}>{t(kindWords[kind])}</StateWord>}
    >
      <div className={css.stack}>
        <p>{progress ? t(stageWord(progress.stage)) : t('waiting')}</p>
        <ShareBar
          percent={progress && progress.of > 0 ? Math.floor((progress.done / progress.of) * 100) : null}
          label={progress ? t(stageWord(progress.stage)) : t('waiting')}
        />
        {progress && progress.of > 0 ? (
          <p className={items.soft}>
            {t('progress', { done: progress.done, of: progress.of })}
            {progress.leftS === null ? '' : ` · ${leftText(t, progress.leftS)}`}
          </p>
        ) : null}
        <TaskFacts task={task} />
      </div>
    </Section>
  )
}

function TaskFacts({ task: { fileName, resellerId, askedBy, askedAt } }: { task: ImportTask }) {
  const t = useWords('imports')
  const facts = [fileName, resellerId === null ? null : t('into', { id: resellerId }), askedBy, recordText(askedAt)]
  return <span className={items.soft}>{facts.filter((fact) => fact !== null).join(' · ')}</span>
}

/** What was done, newest first. The report of the newest is open. */
export function TasksCard({ tasks, imports }: { tasks: readonly ImportTask[]; imports: readonly ShownImport[] }) {
  const t = useWords('imports')
  const [chosen, setChosen] = useState<number | null>(null)
  if (tasks.length === 0) return null
  const shown = chosen ?? tasks[0]!.taskId
  return (
    <Section title={t('history')}>
      <ul className={items.list}>
        {tasks.map((task) => (
          <TaskRow
            key={task.taskId}
            task={task}
            into={importOf(task, imports)}
            isOpen={shown === task.taskId}
            onToggle={() => setChosen(shown === task.taskId ? 0 : task.taskId)}
          />
        ))}
      </ul>
    </Section>
  )
}

type RowProps = { task: ImportTask; into: ShownImport | null; isOpen: boolean; onToggle: () => void }

function TaskRow({ task, into, isOpen, onToggle }: RowProps) {
  const t = useWords('imports')
  const { kind, state, trouble, taskId } = task
  return (
    <li className={css.task}>
      <div className={items.item}>
        <span className={items.words}>
          <span>{t(kindWords[kind])}</span>
          <TaskFacts task={task} />
          {trouble === null ? null : <span>{troubleText(t, trouble)}</span>}
        </span>
        <StateWord tone={stateTones[state]}>{t(state)}</StateWord>
        {state === 'done' ? (
          <span className={items.actions}>
            <ActionButton tone="quiet" onClick={onToggle}>
              {t(isOpen ? 'hideReport' : 'showReport')}
            </ActionButton>
          </span>
        ) : null}
      </div>
      {isOpen && state === 'done' ? <Report taskId={taskId} into={into} /> : null}
    </li>
  )
}
