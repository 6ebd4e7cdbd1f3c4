import { useBrand } from '../../../brand/brand.ts'
import { ActionButton } from '../../../components/action-button.tsx'
import { copyText } from '../../../components/copy-text.ts'
import { saveText } from '../../../components/save-text.ts'
import { useWords } from '../../../locales/language.ts'
import { showMessage } from '../../../state/notices.ts'
import { useUserState } from '../../../state/user.ts'
import css from './factors.module.css'
import { SheetStep } from './sheet-step.tsx'

type Props = { codes: readonly string[]; onKept: () => void; onFinish: () => void }

export function RecoveryCodes({ codes, onKept, onFinish }: Props) {
  const t = useWords('security')
  const user = useWords('user')
  const { title } = useBrand()
  const name = useUserState((state) => state.userInfo.iuser ?? '')
  const text = [
    t('codesFileTitle', { title }),
    t('codesFileAccount', { name }),
    t('codesFileNote'),
    '',
    ...codes,
    '',
  ].join('\n')

  async function copy(): Promise<void> {
    const copied = await copyText(text)
    showMessage(copied ? 'success' : 'error', user(copied ? 'copied' : 'copyFailed'))
    if (copied) onKept()
  }

  function download(): void {
    saveText(`recovery-codes-${name}.txt`, text)
    onKept()
  }

  return (
    <SheetStep step={3} title={t('codesTitle')}>
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
        <ActionButton tone="quiet" icon="download" fill onClick={download}>
          {t('download')}
        </ActionButton>
      </div>
      <ActionButton fill onClick={onFinish}>
        {t('finish')}
      </ActionButton>
    </SheetStep>
  )
}
