import { ActionButton } from '../../../ui/components/action-button.tsx'
import { useWords } from '../../words/language.ts'
import { CopyButton } from './copy-button.tsx'
import css from './shown-secret.module.css'

const words = {
  key: { text: 'keyOnce', copy: 'copyKey', done: 'keySaved' },
  hook: { text: 'hookSecretText', copy: 'hookSecretCopy', done: 'hookSecretKept' },
} as const

/** A whole key, or the secret of a webhook, which nobody can read again. */
export function ShownSecret({ kind, text, onDone }: { kind: keyof typeof words; text: string; onDone: () => void }) {
  const t = useWords('connections')
  const say = words[kind]
  return (
    <div className={css.stack}>
      <p className={css.text}>{t(say.text)}</p>
      <div className={css.secret}>
        <code>{text}</code>
        <CopyButton text={text} label={t(say.copy)} />
      </div>
      <ActionButton fill onClick={onDone}>
        {t(say.done)}
      </ActionButton>
    </div>
  )
}
