import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { copyText, saveText } from '../../../ui/device/copy-or-save.ts'
import { useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './factor.module.css'

type Props = { codes: readonly string[]; onDone: () => void }

/** Shows the recovery codes. They are shown only this once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const t = useWords('account')
  const base = useWords('base')
  const { name } = useSession().member
  const text = [t('codesFileTitle'), t('codesFileAccount', { name }), t('codesFileNote'), '', ...codes, ''].join('\n')
  async function copy(): Promise<void> {
    const copied = await copyText(text)
    showMessage(copied ? 'success' : 'error', base(copied ? 'copied' : 'copyFailed'))
  }
  return (
    <div className={css.stack}>
      <h2 className={css.title}>{t('codesTitle')}</h2>
      <p className={css.text}>{t('codesText')}</p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.pair}>
        <ActionButton tone="quiet" icon="copy" fill onClick={() => void copy()}>
          {t('copyAll')}
        </ActionButton>
        <ActionButton
          tone="quiet"
          icon="download"
          fill
          onClick={() => saveText(`console-recovery-codes-${name}.txt`, text)}
        >
          {t('download')}
        </ActionButton>
      </div>
      <ActionButton fill onClick={onDone}>
        {t('kept')}
      </ActionButton>
    </div>
  )
}
